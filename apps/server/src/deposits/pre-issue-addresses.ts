import type { MemberId } from '@trefoil/core/ledger/account'
import { depositIndex, TURNS_MAX } from '@trefoil/core/deposits/deposit-index'
import { sql } from 'kysely'
import type { Chain, LoggedAddress } from '../chain/chain.ts'
import type { Database, Reader } from '../db/database.ts'

const AT_ONCE = 1000
/** A database that was put back from a copy is older than this by the time a server runs on it. */
const AWAY_SECONDS = 60

export type Turn = { member: MemberId; turn: number }

/**
 * An address that received something is followed by the next one at once, and is watched before anybody asks for it.
 * So is a member's first, where a server was away. A database that lost its tail has then forgotten that addresses were
 * issued, and watches them all the same: they come one after the other, each once the one before has received something.
 */
export async function preIssueAddresses(
  db: Reader,
  chain: Chain,
  turns: readonly Turn[],
): Promise<Map<LoggedAddress, MemberId>> {
  const next = turns
    .filter(({ turn }) => turn < TURNS_MAX)
    .map(({ member, turn }) => ({ member, turn, address: chain.depositAddress(depositIndex(member, turn)) }))
  if (next.length === 0) return new Map()
  await sql`
    insert into deposit_address (address, member_id, turn, expires_at)
    select *, now() from unnest(${next.map(({ address }) => address)}::text[],
      ${next.map(({ member }) => member)}::int[], ${next.map(({ turn }) => turn)}::int[])
    on conflict on constraint one_address_per_turn do nothing`.execute(db)
  return new Map(next.map(({ member, address }) => [address.toLowerCase() as LoggedAddress, member]))
}

/** Nobody has read the chain for a while, by this database's own word. Asked before anybody says that they do. */
export async function wasAway(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from worker_status where name = 'scanner' and reported_at > now() - make_interval(secs => ${AWAY_SECONDS})
    union all select 1 where not exists (select from scan)`.execute(db)
  return rows.length === 0
}

/** Before the first step of a server that was away: the next address of everybody who has none that waits. */
export async function issueAfterAbsence({ db, chain }: { db: Database; chain: Chain }): Promise<void> {
  for (let after = 0, more = true; more;) {
    const { rows } = await sql<Turn & { waits: boolean }>`
      select member.id as member, coalesce(newest.turn + 1, 0) as turn,
        newest.turn is not null and newest.received_at is null as waits
      from (select id from member where id > ${after} order by id limit ${AT_ONCE}) member
      left join lateral (
        select turn, received_at from deposit_address where member_id = member.id order by turn desc limit 1
      ) newest on true order by member.id`.execute(db)
    const lacking = rows.filter(({ waits }) => !waits)
    await preIssueAddresses(db, chain, lacking)
    after = rows.at(-1)?.member ?? after
    more = rows.length === AT_ONCE
  }
}
