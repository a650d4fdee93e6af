import type { UpdateObject } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { enqueueMail, type OwnersMail } from '../mail/outbox.ts'
import { recordActivity } from './activity.ts'

type SecurityChange = {
  set: UpdateObject<Tables, 'account'>
  /** What the account's history says of it. */
  activity: string
  mail: OwnersMail
}

/** Passcode, payout address and two-factor change here and nowhere else, so that no owner is left untold. */
export async function changeSecurity(
  tx: Tx,
  accountId: number,
  { set, activity, mail }: SecurityChange,
): Promise<void> {
  await tx.updateTable('account').set(set).where('id', '=', accountId).execute()
  await recordActivity(tx, accountId, 'Security', activity)
  await enqueueMail(tx, accountId, mail)
}
