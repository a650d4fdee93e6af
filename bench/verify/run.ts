import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool, type Pool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { verifyInvariants } from '../../apps/server/src/ledger/verify.ts'
import { thenStop } from '../cleanup.ts'
import { keptDatabase } from '../kept.ts'
import { loadNetwork } from '../network/load.ts'
import type { Output, Result } from '../report.ts'
import { loadBooks } from './load.ts'

const MEMBERS = 100_000
/** With a million members. */
const GOAL_SECONDS = 180

/**
 * Every invariant over ten journals for each member. Making the books of a million members takes long: with `BOOKS_DIR`
 * they are kept and used again.
 */
export async function benchVerify(out: Output, [members = MEMBERS]: number[]): Promise<Result> {
  const kept = process.env['BOOKS_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'trefoil-bench-')))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  return thenStop(
    async () => {
      const url = await keptDatabase({
        server: postgres.url,
        name: `books-${members}`,
        async load(pool) {
          await loadNetwork(pool, members)
          await loadBooks(pool)
        },
        say: out.say,
      })
      const pool = openPool(url, 4, { statement_timeout: 0 })
      return thenStop(
        () => measure(pool, members, out),
        () => pool.end(),
      )
    },
    async () => {
      await postgres.stop()
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  )
}

async function measure(pool: Pool, members: number, { say, figure }: Output): Promise<Result> {
  const { rows: sizes } = await pool.query<{ journals: number; entries: number }>(
    'select (select count(*) from journal)::int as journals, (select count(*) from entry)::int as entries',
  )
  const size = sizes[0] ?? { journals: 0, entries: 0 }
  say(`${size.journals} journals, ${size.entries} entries`)
  const rows: string[] = []
  let last = performance.now()
  const began = last
  const violated = await verifyInvariants(openDatabase(pool), {
    onChecked({ name, violations }) {
      const seconds = (performance.now() - last) / 1000
      last = performance.now()
      figure({ what: name, seconds: Number(seconds.toFixed(2)), violations })
      rows.push(`| ${name} | ${seconds.toFixed(1)} |`)
    },
  })
  if (violated.some(({ violations }) => violations > 0)) throw new Error('The books that were made are not right')
  const seconds = (performance.now() - began) / 1000
  figure({ what: 'all', members, ...size, seconds: Number(seconds.toFixed(1)) })
  return {
    table: ['| invariant | seconds |', '| --- | --- |', ...rows, `| all | ${seconds.toFixed(1)} |`].join('\n'),
    ratios: { 'goal / verify': (GOAL_SECONDS * members) / 1_000_000 / seconds },
  }
}
