import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

export type EndReason =
  | 'logout'
  | 'refresh token reused'
  | 'passcode changed'
  | 'passcode reset'
  | 'e-mail changed'
  | 'e-mail change undone'
  | 'passkey removed'
  | 'passkey copied'
  | 'two-factor turned on'
  | 'two-factor turned off'
  | 'signed in again'
  | 'ended by its owner'
  | 'ended by an operator'

/** `sessionId` with `accountId`: if it is theirs. */
type Which = { sessionId: string; accountId?: number } | { accountId: number; except?: string | undefined }

/** Returns how many. Their access tokens and event streams end with them. */
export async function endSessions(db: Reader, which: Which, reason: EndReason): Promise<number> {
  let ending = db
    .updateTable('session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('ended_at', 'is', null)
  if (which.accountId !== undefined) ending = ending.where('account_id', '=', which.accountId)
  if ('sessionId' in which) ending = ending.where('id', '=', which.sessionId)
  else if (which.except !== undefined) ending = ending.where('id', '!=', which.except)
  const { numUpdatedRows } = await ending.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
