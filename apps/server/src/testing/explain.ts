import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import pg from 'pg'
import { PLANNED_ONCE, type Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type Explained = {
  /** Blocks that the statements read, including those inside functions. */
  blocks: number
  /** Tables with a sequential scan. */
  scanned: string[]
}

/** Runs it, then has PostgreSQL explain every statement of it, planned as for a member who waits: for any values. */
export async function explain(pool: pg.Pool, act: (db: Database) => Promise<unknown>): Promise<Explained> {
  const queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      queries.push(query)
    },
  })
  await act(db)
  const explained: Explained = { blocks: 0, scanned: [] }
  const client = await pool.connect()
  try {
    for (const [name, value] of Object.entries(PLANNED_ONCE)) await client.query(`set ${name} = ${value}`)
    const planned = queries.map((query) => ({ ...query, sql: query.sql.replace(OF_CURSOR, '') }))
    for (const { sql, parameters } of planned.filter(({ sql: text }) => IS_PLANNED.test(text))) {
      await client.query(`prepare explained as ${sql}`)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, buffers, format json) execute explained${listOf(parameters)}`,
      )
      await client.query('deallocate explained')
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (!plan) throw new Error(`No plan for ${sql}`)
      explained.blocks += blocksOf(plan)
      explained.scanned.push(...scannedIn(plan))
    }
  } finally {
    // With its settings.
    client.release(true)
  }
  return explained
}

/** What a cursor reads is explained as a whole, however little of it is fetched. */
const OF_CURSOR = /^declare \w+ no scroll cursor for /

/** What begins and ends a transaction has no plan. */
const IS_PLANNED = /^\s*(?:select|with|insert|update|delete)\b/i

type Value = string | number | boolean | Date | null | readonly (string | number | null)[]

const listOf = (values: readonly unknown[]): string =>
  values.length === 0 ? '' : `(${values.map((value) => literal(value as Value)).join(', ')})`

const literal = (value: Value): string =>
  value === null
    ? 'null'
    : pg.escapeLiteral(
        value instanceof Date
          ? value.toISOString()
          : Array.isArray(value)
            ? `{${value.map((each) => each ?? 'null').join(',')}}`
            : String(value),
      )

type Plan = {
  'Node Type': string
  'Actual Loops': number
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

const blocksOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** A table of at most one block is scanned whatever its indexes are. */
const scannedIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && blocksOf(plan) > plan['Actual Loops'] ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
]
