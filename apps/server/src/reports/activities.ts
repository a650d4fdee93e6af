import type { ReplyOf } from '@trefoil/contract/route'
import type { activityHistory } from '@trefoil/contract/activities'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { cursorsOf, limitOf, type Page } from '../ledger/cursor.ts'
import type { Keyring } from '../members/keyring.ts'
import { iconOf, tellEntry, type EntryFacts } from './tell-entry.ts'

type Row = { at: Date; position: string } & (
  | ({ origin: 'impact' | 'available' } & EntryFacts)
  | { origin: 'activity'; type: string; description: string }
)
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
  const pages = await Promise.all([
    readEntries(db, { member: accountId, account: 'impact', before: impact, limit: limit + 1 }),
    readEntries(db, { member: accountId, account: 'available', before: available, limit: limit + 1 }),
    readNotes(db, { accountId, before: activity, limit: limit + 1 }),
  ])
  const rows = newestFirst(pages, limit + 1)
  const shown = rows.slice(0, limit)
  const positions = ORIGINS.map(
    (origin, index) => shown.findLast((row) => row.origin === origin)?.position ?? before[index] ?? '0',
  )
  return {
    activities: shown.map(tell),
    next_cursor: rows.length > limit ? cursors.seal(positions) : null,
  }
}

/** Each origin keeps its own order, whatever its clock says: so a page continues exactly where the last one ended. */
function newestFirst(pages: Row[][], limit: number): Row[] {
  const merged: Row[] = []
  const next = pages.map(() => 0)
  while (merged.length < limit) {
    const heads = pages.flatMap((rows, origin) => {
      const row = rows[next[origin] ?? 0]
      return row ? [{ row, origin }] : []
    })
    if (heads.length === 0) break
    const newest = heads.reduce((a, b) => (b.row.at > a.row.at ? b : a))
    next[newest.origin] = (next[newest.origin] ?? 0) + 1
    merged.push(newest.row)
  }
  return merged
}

function tell(row: Row): ReplyOf<typeof activityHistory>['data']['activities'][number] {
  const created_at = row.at.toISOString()
  if (row.origin === 'activity') {
    const { type, description } = row
    return { icon: iconOf(type), created_at, description, type, metadata: {} }
  }
  const { type, description, direction } = tellEntry(row)
  const amount = Math.abs(toDollars(usd(BigInt(row.amount))))
  return { icon: iconOf(type), created_at, description, type, metadata: { amount, direction } }
}

type EntryRange = { member: MemberId; account: 'impact' | 'available'; before: string; limit: number }

async function readEntries(db: Database, { member, account, before, limit }: EntryRange): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${account}::text as origin, e.sequence as position, j.created_at as at, e.amount, e.share, j.reason, j.source,
      a.name as other, p.why
    from entry e
    join journal j on j.id = e.journal_id
    left join proposal p on p.id = case when j.reason = 'adjustment' then ${PROPOSAL} end
    left join account a on a.id = case when e.amount > 0 then j.source_member else j.target_member end
      and a.id <> ${member}
    where e.member_id = ${member} and e.account = ${account}::ledger_account and e.sequence < ${before}::bigint
      and not (${ARRIVES_FROM_ONESELF})
    order by e.sequence desc limit ${limit}`.execute(db)
  return rows
}

/** Earnings moved into the own impact balance are one thing that happened, told where they left. */
const ARRIVES_FROM_ONESELF = sql.raw(
  `e.amount > 0 and e.account = 'impact' and j.reason = 'transfer' and j.source = 'available'`,
)

/** What the operators agreed on, which an adjustment refers to. */
const PROPOSAL = sql.raw(`substring(j.reference from '^proposal-(\\d+)$')::int`)

async function readNotes(
  db: Database,
  { accountId, before, limit }: { accountId: number; before: string; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'activity' as origin, id as position, created_at as at, type, description from activity
    where account_id = ${accountId} and id < ${before}::bigint order by id desc limit ${limit}`.execute(db)
  return rows
}
