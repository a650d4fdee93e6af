import { sql } from 'kysely'
import { notifyAccounts } from '../db/account-news.ts'
import type { Database, Tx } from '../db/database.ts'
import type { MailFacts } from '../mail/kinds.ts'
import { firstState } from '../mail/outbox.ts'

const MEMBERS_PER_STEP = 1000

/**
 * Everybody who has given to the cause by now finds it in the inbox. In the transaction of what they are told: it is one
 * row, and a worker does the rest.
 */
type Noticed = { cause: number; update: number | null; facts: Omit<MailFacts['cause update'], 'update' | 'withdrawn'> }

export async function queueDonorNotice(tx: Tx, { cause, update, facts }: Noticed): Promise<void> {
  await sql`
    insert into donor_notice (cause_id, update_id, facts, last_journal)
    select ${cause}, ${update}, ${JSON.stringify({ ...facts, update })}::jsonb, coalesce(max(id), 0) from journal`.execute(
    tx,
  )
}

/** Who was not told yet is not told. In the inbox of the others it says that it was withdrawn. */
export const stopDonorNotice = (tx: Tx, update: number) =>
  sql`update donor_notice set done_at = now() where update_id = ${update} and done_at is null`.execute(tx)

/** Repeats until everybody has their notice, or `isOver` between two steps. */
export async function catchUpDonorNotices(db: Database, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await noticeDonors(db)));
}

type Open = { id: string; cause_id: number; facts: unknown; last_journal: string; last_member: number }

/** The next members in turn. Their notices and how far it got are one transaction: each donor gets one. True if there are more. */
export const noticeDonors = (db: Database, membersMax = MEMBERS_PER_STEP): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Open>`
      select id, cause_id, facts, last_journal, last_member from donor_notice where done_at is null
      order by id limit 1 for update skip locked`.execute(tx)
    const [open] = rows
    if (!open) return false
    const { rows: members } = await sql<{ member_id: number }>`
      select member_id from member_balance where member_id > ${open.last_member}
      order by member_id limit ${membersMax}`.execute(tx)
    const last = members.at(-1)?.member_id ?? open.last_member
    await notifyAccounts(tx, await insertNotices(tx, open, last))
    await sql`
      update donor_notice set last_member = ${last},
        done_at = case when ${members.length < membersMax} then now() end
      where id = ${open.id}`.execute(tx)
    return true
  })

/** For the donors among the members up to this one. Who is being erased is waited for, and left out. */
async function insertNotices(tx: Tx, open: Open, last: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    with donor as (
      select a.id from member_balance b join account a on a.id = b.member_id
      where b.member_id > ${open.last_member} and b.member_id <= ${last} and b.total_donated > 0 and a.role = 'member'
        and exists (
          select from journal j join donation d on d.journal_id = j.id
          where j.source_member = b.member_id and j.reason = 'donation' and j.id <= ${open.last_journal}
            and d.cause_id = ${open.cause_id} and not exists (select from reversal where reverses = j.id))
      for key share of a
    )
    insert into mail_outbox (account_id, kind, facts, state, next_at)
    select a.id, 'cause update', ${JSON.stringify(open.facts)}::jsonb, ${sql.raw(firstState(`'causes'`))}
    from donor join account a on a.id = donor.id order by a.id returning account_id`.execute(tx)
  return rows.map(({ account_id: account }) => account)
}
