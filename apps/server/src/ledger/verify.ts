import { CompiledQuery, sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Health } from '../db/duties.ts'
import { INVARIANTS, type Invariant } from './invariants.ts'
import { WALLET_INVARIANTS } from './wallet-invariants.ts'

export type Verdict = { name: string; violations: number }

/** Up to where everything was found to be true, and what was not when it was last looked at. */
type Checked = { journal: string; member: number; violated: string[] }

const ALL = [...INVARIANTS, ...WALLET_INVARIANTS]
const FROM_THE_START = { journal: '0', member: 0 }
const FACT = 'checked'

/** Everything, over everything that was ever written. */
export const verifyInvariants = (db: Database): Promise<Verdict[]> =>
  inOneView(db, (tx) => verdicts(tx, ALL, FROM_THE_START))

/** What came since the last time. Stays where it is while something is violated. */
export async function verifyNews(db: Database): Promise<Verdict[]> {
  const before = await readChecked(db)
  const { found, upTo } = await inOneView(db, async (tx) => ({
    upTo: await newest(tx),
    found: await verdicts(
      tx,
      ALL.filter(({ inFullOnly }) => !inFullOnly),
      before ?? FROM_THE_START,
    ),
  }))
  const violated = found.filter(({ violations }) => violations > 0).map(({ name }) => name)
  const after: Checked = { ...(violated.length > 0 ? (before ?? FROM_THE_START) : upTo), violated }
  await db
    .insertInto('installation')
    .values({ key: FACT, value: JSON.stringify(after) })
    .onConflict((known) => known.column('key').doUpdateSet({ value: JSON.stringify(after) }))
    .execute()
  return found
}

/** One line for the health page. */
export async function invariantsHealth(db: Database): Promise<Health> {
  const { violated = [] } = (await readChecked(db)) ?? {}
  const well = violated.length === 0
  return { well, sentence: well ? 'ok' : `violated: ${violated.join('; ')}` }
}

async function readChecked(db: Database): Promise<Checked | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', FACT).executeTakeFirst()
  return row?.value as Checked | undefined
}

/** All checks see the same moment, while the ledger goes on. */
const inOneView = <Result>(db: Database, look: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return look(tx)
    })

async function verdicts(
  tx: Tx,
  invariants: readonly Invariant[],
  since: { journal: string; member: number },
): Promise<Verdict[]> {
  const found: Verdict[] = []
  for (const { name, violations } of invariants) {
    const query = `select count(*)::int as count, $1::bigint, $2::int from (${violations}) violation`
    const { rows } = await tx.executeQuery<{ count: number }>(CompiledQuery.raw(query, [since.journal, since.member]))
    found.push({ name, violations: rows[0]?.count ?? 0 })
  }
  return found
}

async function newest(tx: Tx): Promise<{ journal: string; member: number }> {
  const { rows } = await sql<{ journal: string; member: number }>`
    select (select coalesce(max(id), 0) from journal) as journal, (select coalesce(max(id), 0) from member) as member
    `.execute(tx)
  return rows[0] ?? FROM_THE_START
}
