import type { UpdateObject } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { enqueueMail, type OldAddressMail, type OwnersMail } from '../mail/outbox.ts'
import { recordActivity } from './activity.ts'

type SecurityChange = {
  set: UpdateObject<Tables, 'account'>
  /** What the account's history says about it. */
  activity: string
  /** None only if there is no address that anybody has proven. */
  mail?: OwnersMail | OldAddressMail | undefined
}

/**
 * The only place where passcode, e-mail, payout address and two-factor change, so that the owner always gets a mail. With
 * a passcode or an e-mail address, the mailed links of the time before it end, and a copy of the data goes.
 */
export async function changeSecurity(
  tx: Tx,
  accountId: number,
  { set, activity, mail }: SecurityChange,
): Promise<void> {
  await tx.updateTable('account').set(set).where('id', '=', accountId).execute()
  if ('passcode_hash' in set || 'email' in set) {
    await tx.deleteFrom('reset_token').where('account_id', '=', accountId).execute()
    await tx.deleteFrom('sign_in_link').where('account_id', '=', accountId).execute()
    await tx.deleteFrom('data_export').where('account_id', '=', accountId).execute()
    await tx.deleteFrom('statement_file').where('account_id', '=', accountId).execute()
  }
  await recordActivity(tx, accountId, 'Security', activity)
  if (mail) await enqueueMail(tx, accountId, mail)
}
