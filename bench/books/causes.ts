import { openDatabase, type Database, type Pool } from '../../apps/server/src/db/database.ts'
import { readCause, readCauses } from '../../apps/server/src/causes/read-causes.ts'
import { explain } from '../../apps/server/src/testing/explain.ts'
import { thenStop } from '../cleanup.ts'
import type { Output, Result } from '../report.ts'
import { timeInTurns } from '../timing.ts'
import { withBooks } from './books.ts'

const MEMBERS = 100_000
const TURNS = 500
const GOAL_P95_MS = 15
/** A payout a week for ten years, and an update a month. */
const PAYOUTS = 520
const UPDATES = 120
const CHAIN = { id: 31_337 }
/** Of the first cause, which every donation of the books went to. */
const SLUG = 'the-cause'

/**
 * What strangers read of causes, as if it were not kept for the next one: the server's own functions with their database
 * round trips, one after another.
 */
export const benchCauses = (out: Output, [members = MEMBERS]: number[]): Promise<Result> =>
  withBooks({ members, say: out.say }, (pool) => measure(pool, out))

async function measure(pool: Pool, { say, figure }: Output): Promise<Result> {
  const { rows } = await pool.query<{ donations: number }>('select count(*)::int as donations from donation')
  const donations = rows[0]?.donations ?? 0
  say(`${donations} donations, ${PAYOUTS} payouts and ${UPDATES} updates of one cause`)
  await pool.query(FILL)
  return thenStop(
    () => timeReads(openDatabase(pool), pool, { donations, figure }),
    // The books are kept as they were.
    () => pool.query(CLEAR),
  )
}

type Telling = Pick<Output, 'figure'> & { donations: number }

async function timeReads(db: Database, pool: Pool, { donations, figure }: Telling): Promise<Result> {
  const lines = ['| p50 / p95 in ms, blocks read | |', '| --- | --- |']
  let slowest = 0
  for (const [what, read] of Object.entries(READS)) {
    const [timing = { p50: NaN, p95: NaN }] = await timeInTurns(TURNS, [() => read(db)])
    const { blocks } = await explain(pool, read)
    figure({ what, donations, ...timing, blocks })
    lines.push(`| ${what} | ${timing.p50.toFixed(2)} / ${timing.p95.toFixed(2)}, ${blocks} |`)
    slowest = Math.max(slowest, timing.p95)
  }
  return { table: lines.join('\n'), ratios: { 'goal / p95 of causes': GOAL_P95_MS / slowest } }
}

const READS: Record<string, (db: Database) => Promise<unknown>> = {
  'GET /causes': (db) => readCauses(db),
  'GET /causes/:slug': (db) => readCause(db, CHAIN, SLUG),
}

/** Without the triggers that ask for proposals and journals. */
const FILL = `
  set session_replication_role = replica;
  insert into withdrawal
    (reference, member_id, source, amount, address, payout_id, state, look_at, claimed_at, ended_at)
  select 'bench-' || n, -1, 'cause', 100, '0x' || n, '0xbench' || n, 'paid', null, now(), now() from generate_series(1, ${PAYOUTS}) n;
  insert into found_payment (withdrawal_id, transaction, ordinal, signer, block_number, fee_paid)
  select id, '0x' || reference, 0, '0x', id, 0 from withdrawal where reference like 'bench-%';
  insert into cause_update (cause_id, title, text, posted_by)
  select 1, 'bench', repeat('What was **done** with the money. ', 30), 1 from generate_series(1, ${UPDATES});
  set session_replication_role = origin;
  analyze withdrawal, found_payment, cause_update`
const CLEAR = `
  set session_replication_role = replica;
  delete from found_payment where withdrawal_id in (select id from withdrawal where reference like 'bench-%');
  delete from withdrawal where reference like 'bench-%';
  delete from cause_update where title = 'bench';
  set session_replication_role = origin`
