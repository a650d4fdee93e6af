import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

const JOURNALS_PER_STEP = 10_000
/** An endpoint that accepts nothing does not fill the table: what comes later stays in the books until there is room. */
const WAITING_MAX = 10_000

/** A withdrawal `w` of a member's earnings, of their deposits, or of what is not a member's. */
const ASKED_FOR = sql`case when w.member_id <= 0 then 'payout' when w.source = 'impact' then 'return' else 'withdrawal' end`

/** What a journal `j` with its withdrawal `w` is to others. Null: nothing. */
const EVENT_TYPE = sql<string | null>`case j.reason
  when 'deposit' then case when j.target_member > 0 then 'deposit.credited' end
  when 'donation' then 'donation.made'
  when 'transfer' then 'transfer.made'
  when 'withdrawal_held' then ${ASKED_FOR} || '.requested'
  when 'withdrawal_paid' then ${ASKED_FOR} || '.paid'
  when 'withdrawal_released' then ${ASKED_FOR} || '.' || w.state
  when 'adjustment' then 'adjustment.made'
  -- A reversal may have several journals, and is one event.
  when 'reversal' then case when exists (select from reversal where first_journal = j.id) then 'reversal.made' end
  when 'closing' then 'closing.made' end`

/** The journal that ends a withdrawal has its reference with an addition. */
export const ITS_WITHDRAWAL = sql`withdrawal w
  on j.reason between 'withdrawal_held' and 'withdrawal_paid' and w.reference = regexp_replace(j.reference, '/end$', '')`

/** Deposits are cleared after their journal: those between two numbers, each as an event of its journal. */
const cleared = (after: bigint, upto: bigint) => sql`
  select j.id, 'deposit.cleared' as type from deposit d join journal j on j.reference = d.reference
  where d.clearing > ${after} and d.clearing <= ${upto}`

/** For every endpoint, until each journal and each clearing was looked at, or `isOver` between two steps. */
export async function collectEvents(db: Database, isOver: () => boolean = () => false): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_endpoint where state = 'enabled'
      and (journal_id < (select coalesce(max(id), 0) from journal)
        or clearing < (select coalesce(max(clearing), 0) from deposit))`.execute(db)
  for (const { id } of rows) while (!isOver() && (await collectStep(db, id)));
}

/**
 * Finds the events for one endpoint in the next journals of the ledger and clearings of deposits. Afterwards and here, so that posting writes
 * nothing for them. The deliveries and the progress are one transaction, and the row's lock keeps other processes away:
 * no event is lost or doubled. Where the progress was set back, what was sent before is sent again. True if there are more.
 */
export const collectStep = (db: Database, endpoint: number, journalsMax = JOURNALS_PER_STEP): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Progress>`
      select journal_id as done, event_types as types, (select coalesce(max(id), 0) from journal) as newest,
        clearing as "clearedDone", (select coalesce(max(clearing), 0) from deposit) as "clearedNewest"
      from webhook_endpoint where id = ${endpoint} and state = 'enabled' for no key update skip locked`.execute(tx)
    const [progress] = rows
    // Another process is at it.
    if (!progress) return false
    const journals = nextOf(progress.done, progress.newest, journalsMax)
    const clearings = nextOf(progress.clearedDone, progress.clearedNewest, journalsMax)
    if (!(journals.isNew || clearings.isNew) || !(await hasRoom(tx, endpoint))) return false
    await sql`
      insert into webhook_delivery (endpoint_id, journal_id, type)
      select ${endpoint}, id, type from (
        select j.id, ${EVENT_TYPE} as type from journal j left join ${ITS_WITHDRAWAL}
        where j.id > ${journals.done} and j.id <= ${journals.upto}
        union all ${cleared(clearings.done, clearings.upto)}) as event
      where type = any(${progress.types}) order by id
      on conflict (endpoint_id, journal_id, type) do update
        set state = 'waiting', attempts = 0, next_at = now(), ended_at = null`.execute(tx)
    await sql`
      update webhook_endpoint set journal_id = ${journals.upto}, clearing = ${clearings.upto}
      where id = ${endpoint}`.execute(tx)
    return journals.isMore || clearings.isMore
  })

type Progress = { done: string; newest: string; clearedDone: string; clearedNewest: string; types: string[] }

/** A database that was set back may have less than was looked at: that stays. */
function nextOf(doneBefore: string, newestNow: string, most: number) {
  const [done, newest] = [BigInt(doneBefore), BigInt(newestNow)]
  const last = done + BigInt(most)
  const upto = newest <= done ? done : last < newest ? last : newest
  return { done, upto, isNew: upto > done, isMore: upto < newest }
}

async function hasRoom(tx: Tx, endpoint: number): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_delivery where endpoint_id = ${endpoint} and state = 'waiting'
    offset ${WAITING_MAX} limit 1`.execute(tx)
  return rows.length === 0
}
