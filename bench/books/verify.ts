import { openDatabase, type Pool } from '../../apps/server/src/db/database.ts'
import { readProvenance } from '../../apps/server/src/ledger/provenance.ts'
import { verifyInvariants } from '../../apps/server/src/ledger/verify.ts'
import type { Output, Result } from '../report.ts'
import { withBooks } from './books.ts'

const MEMBERS = 100_000
/** With a million members. */
const GOAL_SECONDS = 180

/** Every invariant over the books. */
export const benchVerify = (out: Output, [members = MEMBERS]: number[]): Promise<Result> =>
  withBooks({ members, say: out.say }, (pool) => measure(pool, members, out))

async function measure(pool: Pool, members: number, { say, figure }: Output): Promise<Result> {
  const { rows: sizes } = await pool.query<{ journals: number; entries: number }>(
    'select (select count(*) from journal)::int as journals, (select count(*) from entry)::int as entries',
  )
  const size = sizes[0] ?? { journals: 0, entries: 0 }
  say(`${size.journals} journals, ${size.entries} entries`)
  const rows: string[] = []
  const began = performance.now()
  const db = openDatabase(pool)
  const violated = await verifyInvariants(db, {
    atOnce: 2,
    onChecked({ name, violations }, seconds) {
      figure({ what: name, seconds: Number(seconds.toFixed(2)), violations })
      rows.push(`| ${name} | ${seconds.toFixed(1)} |`)
    },
  })
  if (violated.some(({ violations }) => violations > 0)) throw new Error('The books that were made are not right')
  const checked = performance.now()
  await readProvenance(db)
  const tracing = (performance.now() - checked) / 1000
  figure({ what: 'where all money came from', seconds: Number(tracing.toFixed(2)) })
  rows.push(`| where all money came from | ${tracing.toFixed(1)} |`)
  const seconds = (performance.now() - began) / 1000
  figure({ what: 'all', members, ...size, seconds: Number(seconds.toFixed(1)) })
  return {
    table: ['| invariant | seconds |', '| --- | --- |', ...rows, `| all | ${seconds.toFixed(1)} |`].join('\n'),
    ratios: { 'goal / verify': (GOAL_SECONDS * members) / 1_000_000 / seconds },
  }
}
