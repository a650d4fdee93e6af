import { openPool, type Pool } from '../../apps/server/src/db/database.ts'
import { until } from './commands.ts'
import type { Acknowledged } from './load/load.ts'

export type Comparison = {
  /** References that members were given, and that no journal has. */
  lost: string[]
  /** Journals beyond the first under one key, and journals of these members under no key of theirs. */
  doubled: number
}

/** Compares what members were told with what is written. */
export async function compare(url: string, acknowledged: readonly Acknowledged[]): Promise<Comparison> {
  return until('the books can be read', () =>
    withPool(url, async (pool) => {
      const references = acknowledged.map(({ reference }) => reference)
      const { rows: missing } = await pool.query<{ reference: string }>(
        `select told.reference from unnest($1::text[]) told (reference)
         where not exists (select from journal where journal.reference = told.reference)`,
        [references],
      )
      const { rows: journals } = await pool.query<{ doubled: number }>(
        `select (count(*) - count(distinct idempotency_key) filter (where idempotency_key like 'drill-%'))::int as doubled
         from journal where reason in ('transfer', 'donation') and reference not like 'bench-%'`,
      )
      return { lost: missing.map(({ reference }) => reference), doubled: journals[0]?.doubled ?? Number.NaN }
    }),
  )
}

async function withPool<Result>(url: string, use: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool(url, 1)
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}
