import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'

/** Journals were confirmed and are not there. Nothing is posted until two operators have accepted that. */
export type PostingStop = { id: number; foundAt: Date; journal: string; reference: string; lastJournal: string }

export async function readPostingStop(db: Reader): Promise<PostingStop | undefined> {
  const { rows } = await sql<PostingStop>`
    select id, found_at as "foundAt", journal_id::text as journal, reference, last_journal::text as "lastJournal"
    from lost_tail where accepted_at is null`.execute(db)
  return rows[0]
}

/** For operators. */
export const describePostingStop = ({ journal, reference, lastJournal }: PostingStop): string =>
  `Posting has stopped: journal ${journal} (${reference}) was confirmed and is missing, the newest that is left is ${lastJournal}`

/** For whoever orders something meanwhile. */
export const postingStopped = (): Refusal =>
  new Refusal(
    'busy',
    'Nothing can be booked right now: our records are being checked. Look at your history before you send it again.',
    { name: 'records_being_checked' },
  )

export async function postingHealth(db: Reader): Promise<Health> {
  const stop = await readPostingStop(db)
  return stop ? { well: false, sentence: describePostingStop(stop) } : { well: true, sentence: 'ok' }
}
