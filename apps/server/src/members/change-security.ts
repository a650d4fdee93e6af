import type { UpdateObject } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { enqueueMail, type OwnersMail } from '../mail/outbox.ts'
import { recordActivity } from './activity.ts'

type SecurityChange = {
  set: UpdateObject<Tables, 'account'>
  /** What the account's history says about it. */
  activity: string
  mail: OwnersMail
}

/** The only place where passcode, payout address and two-factor change, so that the owner always gets a mail. */
export async function changeSecurity(
  tx: Tx,
  accountId: number,
  { set, activity, mail }: SecurityChange,
): Promise<void> {
  await tx.updateTable('account').set(set).where('id', '=', accountId).execute()
  await recordActivity(tx, accountId, 'Security', activity)
  await enqueueMail(tx, accountId, mail)
}
