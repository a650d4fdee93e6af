import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool, type Database, type Pool } from '../apps/server/src/db/database.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { sealCursor } from '../apps/server/src/db/paging.ts'
import { findStatement } from '../apps/server/src/ledger/statement.ts'
import { makeKeyring } from '../apps/server/src/secrets/keyring.ts'
import { readActivities } from '../apps/server/src/reports/activities.ts'
import { readActivityStats } from '../apps/server/src/reports/activity-stats.ts'
import { createDatabase } from '../apps/server/src/testing/databases.ts'
import { explain } from '../apps/server/src/testing/explain.ts'
import { writeLongHistory } from '../apps/server/src/testing/long-history.ts'
import { readTransfers } from '../apps/server/src/transfers/history.ts'
import { thenStop } from './cleanup.ts'
import { loadNetwork } from './network/load.ts'
import type { Output, Result } from './report.ts'
import { timeInTurns } from './timing.ts'

const SIZES = [1_000, 1_000_000]
const TURNS = 200
const keyring = makeKeyring('a secret of the benchmark, long enough')

/** A member with a thousand lines of history beside one with a million. */
export async function benchHistory(out: Output): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  return thenStop(
    async () => {
      const url = await createDatabase(postgres.url, { name: 'history' })
      await migrate(url)
      const pool = openPool(url, 4, { statement_timeout: 0 })
      return thenStop(
        () => measureHistories(pool, out),
        () => pool.end(),
      )
    },
    async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  )
}

async function measureHistories(pool: Pool, { figure }: Output): Promise<Result> {
  await loadNetwork(pool, 1000)
  await pool.query(NOTES)
  const readers: Reader[] = []
  for (const [turn, entries] of SIZES.entries()) {
    const [member, other] = [10 + 2 * turn, 11 + 2 * turn]
    await pool.query('update member_balance set impact = 100000 where member_id in ($1, $2)', [member, other])
    await writeLongHistory(pool, { member, other, transfers: entries })
    readers.push({ member, entries })
  }
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
  const db = openDatabase(pool)
  // The first read sums the history. The server also does so as pages fill up.
  for (let pages = SIZES.at(-1) ?? 0; pages > 0; pages -= 16 * 1024)
    for (const { member } of readers) await readActivityStats(db, member)

  const lines = [
    `| p50 / p95 in ms, blocks | ${SIZES.map((size) => `${size.toLocaleString('en')} entries`).join(' | ')} |`,
    `| --- | ${SIZES.map(() => '---').join(' | ')} |`,
  ]
  for (const [what, read] of Object.entries(QUESTIONS)) {
    const timings = await timeInTurns(
      TURNS,
      readers.map((reader) => () => read(db, reader)),
    )
    const plans = await Promise.all(readers.map((reader) => explain(pool, (explained) => read(explained, reader))))
    figure({ what, entries: SIZES, timings, blocks: plans.map(({ blocks }) => blocks) })
    const cells = timings.map(
      ({ p50, p95 }, at) => `${p50.toFixed(2)} / ${p95.toFixed(2)}, ${plans[at]?.blocks.toString()}`,
    )
    lines.push(`| ${what} | ${cells.join(' | ')} |`)
    const scanned = plans.flatMap((plan) => plan.scanned)
    if (scanned.length > 0) throw new Error(`${what} scans all of ${scanned.join(', ')}`)
  }
  return { table: lines.join('\n'), ratios: {} }
}

/** Activity notes of all members between the money: PostgreSQL would rightly scan a table of twenty lines. */
const NOTES = `
  insert into activity (account_id, type, description)
  select account.id, 'Referral', 'Somebody joined your team' from generate_series(1, 50), account`

type Reader = { member: number; entries: number }
type Question = (db: Database, reader: Reader) => Promise<unknown>

/** The cursor twenty lines before the oldest. */
const oldest = (history: string, member: number, positions: number[]) => ({
  cursor: sealCursor({ keyring, name: history, reader: member }, positions),
  limit: 20,
})

const DAY_MS = 24 * 60 * 60 * 1000
const dayBack = (days: number) => {
  const start = Date.now() - days * DAY_MS
  return { start: new Date(start), end: new Date(start + DAY_MS) }
}

const firstJournal = async (db: Database, member: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('entry')
        .select('journal_id')
        .where('member_id', '=', member)
        .where('account', '=', 'impact')
        .where('sequence', '=', '1')
        .executeTakeFirstOrThrow()
    ).journal_id,
  )

const QUESTIONS: Record<string, Question> = {
  'activities, the newest page': (db, { member }) => readActivities({ db, keyring }, member, { limit: 20 }),
  'activities, the oldest page': (db, { member }) =>
    readActivities({ db, keyring }, member, oldest('activities', member, [21, 0, 0])),
  'transfers, the newest page': (db, { member }) => readTransfers({ db, keyring }, member, { limit: 20 }),
  'transfers, the oldest page': async (db, { member }) =>
    readTransfers({ db, keyring }, member, oldest('transfers', member, [20 + (await firstJournal(db, member))])),
  'statement, both ends of the oldest day': (db, { member }) => findStatement(db, member, dayBack(349)),
  'statement, both ends of the newest day': (db, { member }) => findStatement(db, member, dayBack(1)),
  'activity of the last twelve months': (db, { member }) => readActivityStats(db, member),
}
