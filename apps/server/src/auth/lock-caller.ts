import { noSession } from '@trefoil/core/identity/no-session'
import type { Tx } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { lockAccount } from '../members/lock-account.ts'

/**
 * Locks the account, for a caller who has proven who they are and now changes what protects it. A reset of the passcode
 * may have ended their session since, to keep out whoever knew the old one: then nothing changes.
 */
export async function lockCaller(
  tx: Tx,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
): Promise<void> {
  await lockAccount(tx, accountId)
  const session = tx.selectFrom('session').select('id').where('id', '=', sessionId).where('ended_at', 'is', null)
  if (!(await session.executeTakeFirst())) throw noSession()
}
