import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { LoggedAddress } from '../chain/chain.ts'
import type { Database, Reader } from '../db/database.ts'
import type { ScanContext } from './context.ts'
import type { DepositAddresses, Turn } from './deposit-addresses.ts'

const AT_ONCE = 1000
/** A restored backup is older than this by the time a server runs on it. */
const AWAY_SECONDS = 60
const NO_TIMELINE = 0

/** One alone would be the last, if the chain drops what it received: no later look at the chain finds it. */
const AHEAD = 2

/**
 * Issues, and so watches, a member's next addresses before they ask for them: as soon as the last one received something,
 * or after the server was down, or the database. A restored database does not know the addresses issued since the
 * backup, nor a standby that took over the very last ones. They are still watched, because each one follows when one of
 * the two before has received something. `turns` are those after the last that received something.
 */
export async function preIssueAddresses(
  db: Reader,
  addresses: DepositAddresses,
  turns: readonly Turn[],
): Promise<Map<LoggedAddress, MemberId>> {
  const next = turns.flatMap((first) =>
    Array.from({ length: AHEAD }, (_, index) => ({ ...first, turn: first.turn + index })).flatMap((turn) => {
      const computed = addresses.compute(turn)
      return computed ? [{ ...turn, ...computed }] : []
    }),
  )
  if (next.length === 0) return new Map()
  await sql`
    insert into deposit_address (address, index, member_id, setting, turn, expires_at)
    select *, now() from unnest(${next.map(({ address }) => address)}::text[],
      ${next.map(({ index }) => index)}::text[], ${next.map(({ member }) => member)}::int[],
      ${next.map(({ setting }) => setting)}::int[], ${next.map(({ turn }) => turn)}::int[])
    on conflict do nothing`.execute(db)
  return new Map(next.map(({ member, address }) => [address.toLowerCase() as LoggedAddress, member]))
}

/** Another one after a standby took over. */
export async function readTimeline(db: Database): Promise<number> {
  const { rows } = await sql<{ timeline: number | null }>`select current_timeline() as timeline`.execute(db)
  return rows[0]?.timeline ?? NO_TIMELINE
}

/**
 * The scanner has not taken a step for a while, or none on this timeline, which its reports name. To be called before it
 * reports again.
 */
export async function wasAway(db: Database, timeline: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from worker_status where name = 'scanner' and reported_at > now() - make_interval(secs => ${AWAY_SECONDS})
      and (figures ->> 'timeline')::int = ${timeline}
    union all select 1 where not exists (select from scan)`.execute(db)
  return rows.length === 0
}

/** Pre-issues the next addresses of every member who lacks unused ones. Runs before the first step after an absence. */
export async function issueAfterAbsence({ db, addresses }: Pick<ScanContext, 'db' | 'addresses'>): Promise<void> {
  for (const setting of addresses.settings)
    for (let after = 0, more = true; more;) {
      const { rows } = await sql<Turn & { waits: boolean }>`
        select member.id as member, ${setting}::int as setting, coalesce(received.turn + 1, 0) as turn,
          coalesce(newest.turn, -1) >= coalesce(received.turn, -1) + ${AHEAD}::int as waits
        from (select id from member where id > ${after} order by id limit ${AT_ONCE}) member
        left join lateral (
          select turn from deposit_address where member_id = member.id and setting = ${setting}
          order by turn desc limit 1
        ) newest on true
        left join lateral (
          select turn from deposit_address where member_id = member.id and setting = ${setting} and received_at is not null
          order by turn desc limit 1
        ) received on true order by member.id`.execute(db)
      const lacking = rows.filter(({ waits }) => !waits)
      await preIssueAddresses(db, addresses, lacking)
      after = rows.at(-1)?.member ?? after
      more = rows.length === AT_ONCE
    }
}
