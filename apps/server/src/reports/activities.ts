import type { ReplyOf } from '@trefoil/contract/route'
import type { activityHistory } from '@trefoil/contract/activities'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { cursorsOf, limitOf, type Page } from '../ledger/cursor.ts'
import type { Keyring } from '../members/keyring.ts'
import { iconOf, describeEntry, type EntryFacts } from './describe-entry.ts'

type Moment = { at: Date; position: string }
type Money = Moment & { origin: 'impact' | 'available'; journal: string; shown_elsewhere: boolean } & EntryFacts
type Note = Moment & { origin: 'activity'; type: string; description: string }
type Row = Money | Note
type EntryRow = Omit<Money, 'why'> & { reference: string | null }
const ORIGINS = ['impact', 'available', 'activity'] as const

const BEFORE_ALL = '9223372036854775807'

/** Money as the entries tell it, and the rest as it was noted: a range of one index each, merged, newest first. */
export async function readActivities(
  { db, keyring }: { db: Database; keyring: Keyring },
  accountId: MemberId,
  page: Page,
): Promise<ReplyOf<typeof activityHistory>['data']> {
  const cursors = cursorsOf(keyring, 'activities', accountId)
  const limit = limitOf(page)
  const before = page.cursor === undefined ? ORIGINS.map(() => BEFORE_ALL) : cursors.open(page.cursor)
  const [impact = '0', available = '0', activity = '0'] = before
  const read = limit + 2
  const pages = await Promise.all([
    readEntries(db, { member: accountId, account: 'impact', before: impact, limit: read }),
    readEntries(db, { member: accountId, account: 'available', before: available, limit: read }),
    readNotes(db, { accountId, before: activity, limit: read }),
  ])
  const { shown, taken, isMore } = newestFirst(pages, { limit, read })
  const positions = taken.map((count, origin) => pages[origin]?.[count - 1]?.position ?? before[origin] ?? '0')
  return {
    activities: shown.map(tell),
    next_cursor: isMore ? cursors.seal(positions) : null,
  }
}

/**
 * Each origin keeps its own order, whatever its clock says: so a page continues exactly where the last one ended. What
 * is told elsewhere is left out here and not when reading, so that a page reads no more however many of these follow one
 * another. Each of them has its line among the earnings, so the page is full before they are used up.
 */
function newestFirst(
  pages: Row[][],
  { limit, read }: { limit: number; read: number },
): { shown: Row[]; taken: number[]; isMore: boolean } {
  const shown: Row[] = []
  const taken = pages.map(() => 0)
  const heads = () => pages.map((rows, origin) => rows[taken[origin] ?? 0])
  const isBehind = () => pages.some((rows, origin) => rows.length === read && taken[origin] === read)
  while (shown.length < limit && !isBehind()) {
    const newest = heads().reduce((a, b) => (b && (!a || isNewer(b, a)) ? b : a), undefined)
    if (!newest) break
    const origin = ORIGINS.indexOf(newest.origin)
    taken[origin] = (taken[origin] ?? 0) + 1
    if (newest.origin === 'activity' || !newest.shown_elsewhere) shown.push(newest)
  }
  return { shown, taken, isMore: isBehind() || heads().some((row) => row !== undefined) }
}

/** Journals of one batch have one time: their numbers tell which came later. */
function isNewer(a: Row, b: Row): boolean {
  if (a.at.getTime() !== b.at.getTime() || a.origin === 'activity' || b.origin === 'activity') return a.at > b.at
  return BigInt(a.journal) > BigInt(b.journal)
}

function tell(row: Row): ReplyOf<typeof activityHistory>['data']['activities'][number] {
  const created_at = row.at.toISOString()
  if (row.origin === 'activity') {
    const { type, description } = row
    return { icon: iconOf(type), created_at, description, type, metadata: {} }
  }
  const { type, description, direction } = describeEntry(row)
  const amount = Math.abs(toDollars(usd(BigInt(row.amount))))
  return { icon: iconOf(type), created_at, description, type, metadata: { amount, direction } }
}

type EntryRange = { member: MemberId; account: 'impact' | 'available'; before: string; limit: number }

async function readEntries(db: Database, { member, account, before, limit }: EntryRange): Promise<Row[]> {
  const { rows } = await sql<EntryRow>`
    select ${account}::text as origin, e.sequence as position, j.id as journal, j.created_at as at, e.amount, e.share, j.reason, j.source,
      a.name as other, case when j.reason = 'adjustment' then j.reference end as reference, ${ARRIVES_FROM_ONESELF} as shown_elsewhere
    from entry e
    join journal j on j.id = e.journal_id
    left join account a on a.id = case when e.amount > 0 then j.source_member else j.target_member end
      and a.id <> ${member}
    where e.member_id = ${member} and e.account = ${account}::ledger_account and e.sequence < ${before}::bigint
    order by e.sequence desc limit ${limit}`.execute(db)
  const reasons = await readReasons(db, rows)
  return rows.map(({ reference, ...row }) => ({ ...row, why: reasons.get(reference) ?? null }))
}

/** What two operators agreed on, by the references of adjustments: a page rarely has one. */
async function readReasons(db: Database, rows: readonly EntryRow[]): Promise<Map<string | null, string>> {
  const proposals = rows.flatMap(({ reference }) => /^proposal-(\d+)$/.exec(reference ?? '')?.[1] ?? [])
  if (proposals.length === 0) return new Map()
  const { rows: found } = await sql<{ reference: string; why: string }>`
    select 'proposal-' || id as reference, why from proposal where id = any(${proposals}::int[])`.execute(db)
  return new Map(found.map(({ reference, why }) => [reference, why]))
}

/** Earnings moved into the own impact balance are one thing that happened, told where they left. */
const ARRIVES_FROM_ONESELF = sql.raw(
  `e.amount > 0 and e.account = 'impact' and j.reason = 'transfer' and j.source = 'available'`,
)

async function readNotes(
  db: Database,
  { accountId, before, limit }: { accountId: number; before: string; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'activity' as origin, id as position, created_at as at, type, description from activity
    where account_id = ${accountId} and id < ${before}::bigint order by id desc limit ${limit}`.execute(db)
  return rows
}
