import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePrivateKey } from '@trefoil/core/identity/private-key'
import { makeReferralCode } from '@trefoil/core/identity/referral-code'
import type pg from 'pg'
import { accessTokens } from '../../apps/server/src/http/access-token.ts'
import { makeKeyring } from '../../apps/server/src/secrets/keyring.ts'
import { withClient } from '../cleanup.ts'
import type { Product } from '../server.ts'

export type Population = {
  /** Everybody's private keys. */
  keys: string[]
  /** Makes everybody's access tokens, which last for ten minutes. */
  tokens: () => string[]
  /** Those of members with nobody below them. */
  leafTokens: () => string[]
}

const PEOPLE = 20_000
/** Above the branching part, so that everybody has ten members above. */
const TRUNK = 10

/**
 * Members in a ternary tree, all with ten above who can earn without limit, each with a million dollars deposited
 * through the chain. Written straight into the tables: sign-ups are not measured here.
 */
export async function populate(
  { databaseUrl, secret }: Pick<Product, 'databaseUrl' | 'secret'>,
  { people = PEOPLE, isFollowed = true } = {},
): Promise<Population> {
  return withClient(databaseUrl, async (database) => {
    const population = await fill(database, secret, people)
    if (isFollowed) await untilFollowed(database)
    return population
  })
}

async function fill(database: pg.Client, secret: string, people: number): Promise<Population> {
  const keyring = makeKeyring(secret)
  const tokens = accessTokens(keyring.accessTokens)
  const { rows } = await database.query(`select max(id) as id from account`)
  const firstId = Number(rows[0].id) + 1
  const { rows: parents } = await database.query(
    `select id, depth, upline from member m where not exists (select from member where parent = m.id) order by id limit 1`,
  )
  const keys = Array.from({ length: people }, () => makePrivateKey(randomBytes(16)))
  await database.query('begin')
  await database.query(
    `insert into account (id, role, name, email, key_hash, key_box, passcode_hash) overriding system value
     select $1 + n - 1, 'member', 'Bench ' || n, 'bench' || n || '@example.org', hash, '\\x00', 'none'
     from unnest($2::bytea[]) with ordinality as key (hash, n)`,
    [firstId, keys.map((key) => keyring.digest('private key', key))],
  )

  const tree = growTree(firstId, parents[0], people)
  await database.query(
    `insert into member (id, referral_code, sponsor, parent, position, depth, upline, seats)
     select id, code, parent, parent, position, depth, upline::int[], upline::int[]
     from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[])
       as m (id, code, parent, position, depth, upline)`,
    [
      tree.map(({ id }) => id),
      tree.map(() => makeReferralCode(randomBytes(5))),
      tree.map(({ parent }) => parent),
      tree.map(({ position }) => position),
      tree.map(({ depth }) => depth),
      tree.map(({ upline }) => `{${upline.join(',')}}`),
    ],
  )
  await database.query(FUND, [firstId])
  // Fills the team tables.
  await database.query('select rebuild_teams()')
  const sessions = tree.map(() => randomUUID())
  await database.query(
    `insert into session (id, account_id, seed, expires_at)
     select session, $1 + n - 1, '\\x00', now() + interval '1 day'
     from unnest($2::uuid[]) with ordinality as s (session, n)`,
    [firstId, sessions],
  )
  await database.query('commit')
  await database.query('vacuum analyze')

  const hasChildren = new Set(tree.map(({ parent }) => parent))
  const leafSessions = sessions.filter((_, index) => !hasChildren.has(firstId + index))
  const sign = (of: readonly string[]) => () => of.map((session) => tokens.sign(session))
  return { keys, tokens: sign(sessions), leafTokens: sign(leafSessions) }
}

const FOLLOWED_WITHIN_MS = 5 * 60_000

/** Until the checks and the log have come as far as what was written: what is measured would share processors with them. */
async function untilFollowed(database: pg.Client): Promise<void> {
  const deadline = Date.now() + FOLLOWED_WITHIN_MS
  while (Date.now() < deadline) {
    const { rows } = await database.query<{ isDone: boolean }>(
      `select least(coalesce((select (value ->> 'journal')::bigint from installation where key = 'checked'), 0),
        (select journal_id from proof_log_progress)) >= (select max(id) from journal) as "isDone"`,
    )
    if (rows[0]?.isDone === true) return
    await sleep(500)
  }
  throw new Error('The checks or the log did not follow what was written')
}

type Place = { id: number; parent: number; position: number; depth: number; upline: number[] }

function growTree(firstId: number, top: { id: number; depth: number; upline: number[] }, people: number): Place[] {
  const places: Place[] = []
  for (let index = 0; index < people; index++) {
    const branching = index - TRUNK
    const above = branching < 0 ? places[index - 1] : places[TRUNK - 1 + Math.ceil(branching / 3)]
    const parent = branching < 0 ? above : branching === 0 ? places[TRUNK - 1] : above
    const { id, depth, upline } = parent ?? top
    places.push({
      id: firstId + index,
      parent: id,
      position: branching <= 0 ? 0 : (branching - 1) % 3,
      depth: depth + 1,
      upline: [id, ...upline].slice(0, 10),
    })
  }
  return places
}

/** Of each donation, in units: the last one leaves room to earn a billion dollars at the last stage. */
const GIVEN = `case turn when 10 then 1e14 else 1e6 end::bigint`

/**
 * A million dollars each, after ten donations that went to the cause as a whole: one for each stage. Every invariant
 * holds, so that the checks beside the load do all of their work.
 */
const FUND = `
  with numbered as (
    select member.id as member_id, row_number() over (order by member.id) as n, j.last, count(*) over () as members
    from member, (select coalesce(max(id), 0) as last from journal) j where member.id >= $1
  ), given as (
    select *, ${GIVEN} as amount, case turn when 1 then 0 else 1e6 end::bigint as amount_before,
      last + members + (n - 1) * 10 + turn as journal_id from numbered, generate_series(1, 10) turn
  ), gift as (
    select sum(amount)::bigint as amount from given where n = 1
  ), memberBalances as (
    insert into member_balance
      (member_id, impact, impact_sequence, returnable, stage, last_donation, total_deposited, total_donated)
    select member_id, 1e11, 11, 1e11, 10, 1e14, 1e11 + amount, amount from numbered, gift order by member_id
  ), place as (
    -- Before the chain was first read, at one address of whoever is at the top, and swept since.
    insert into deposit_address (address, index, member_id, setting, turn, expires_at, received_at)
    select '0x00000000000000000000000000000000000bE9C4', '0x' || repeat('0', 64), id, 0, 65535, now(), now() from member where parent is null
  ), token as (
    select numbered.*, lpad(to_hex(n), 64, '0') as transaction, 1e11::bigint + amount as credited,
      (1e11 + amount) * 1e13 as value
    from numbered, gift
  ), deposits as (
    insert into deposit (chain_id, transaction, ordinal, block_number, block_hash, address, member_id, sender, value,
      credited, remainder, state, credited_at, sweep_signer, sweep_nonce)
    select 31337, '0x' || transaction, 0, 0, '0x', '0x00000000000000000000000000000000000bE9C4', member_id, '0x', value,
      credited, 0, 'credited', now(), 'before', 0 from token
  ), sweeps as (
    insert into reserve_transfer (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind)
    select 31337, '0x' || transaction, 1, 0, '0x00000000000000000000000000000000000bE9C4', 'treasury', value, 'sweep'
    from token
  ), sums as (
    update scan set arrived = arrived + sum, swept = swept + sum, opening = opening - sum
    from (select sum(value) as sum from token) all_of_it
  ), journals as (
    insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference)
    select last + n, credited, 0, member_id, 'chain'::ledger_account, 'deposit'::journal_reason, 1,
      'deposit/31337/0x' || transaction || '/0' from token
    union all
    select journal_id, amount, member_id, -1, 'impact', 'donation', 1, 'bench-' || journal_id from given order by 1
  ), entries as (
    insert into entry (journal_id, amount, balance_after, member_id, sequence, account, share)
    select last + n, credited, credited, member_id, 1, 'impact'::ledger_account, 'whole'::entry_share from token
    union all
    select last + n, -credited, balance - n * credited, 0, sequence + n, 'chain', null from token, system_account
    where account = 'chain'
    union all
    select journal_id, -amount, 1e11 + 1e14 + (9 - least(turn, 9)) * 1e6 - case turn when 10 then 1e14 else 0 end,
      member_id, 1 + turn, 'impact', null from given
    union all
    select journal_id, amount, balance + sum(amount) over (order by journal_id), -1,
      sequence + row_number() over (order by journal_id), 'cause', 'cause' from given, system_account
    where account = 'cause' and owner = -1
    order by 1
  ), donations as (
    insert into donation (journal_id, closed_last_donation, closed_earned, member_id, closed_stage, stage, cause_id,
      division_members, division_due, division_paid, division_cuts)
    select journal_id, amount_before, 0, member_id, turn - 1, turn, 1, array_fill(null::int, '{13}'),
      array_fill(0::bigint, '{12}') || amount::bigint, array_fill(0::bigint, '{12}') || amount::bigint,
      array_fill(null::share_cut, '{13}') from given order by 1
  )
  update system_account set balance = balance + moved.amount, sequence = sequence + moved.entries
  from (
    select 'chain'::ledger_account as account, 0 as owner, -sum(credited) as amount, count(*) as entries from token
    union all select 'cause', -1, sum(amount), count(*) from given
  ) moved where moved.account = system_account.account and moved.owner = system_account.owner`
