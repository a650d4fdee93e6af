import { generateLoad } from '../load/load.ts'
import { KINDS, warmUp } from '../money/loads.ts'
import { populate } from '../money/population.ts'
import type { Output, Result } from '../report.ts'
import { withProduct } from '../server.ts'
import { withClient } from '../cleanup.ts'

const CONNECTIONS = 64
const RUN_MS = 12_000
const SHOWN = 12
const WIDTH = 90
const WHAT = ['transfers', 'donations'] as const

type Statement = { statement: string; microseconds: number; rows: number }

/** What each statement takes in the database for an order, of everything that the server and those who follow it send. */
export const benchStatements = ({ say, figure }: Output): Promise<Result> =>
  withProduct(
    async (product) => {
      const people = await populate(product)
      const tables = await withClient(product.databaseUrl, async (client) => {
        await client.query('create extension pg_stat_statements')
        const lines: string[] = []
        for (const what of WHAT) {
          say(`Counting the statements of ${what} ...`)
          const load = KINDS[what](product, people, CONNECTIONS)
          await warmUp(load)
          await client.query('select pg_stat_statements_reset()')
          const { perSecond } = await generateLoad({ ...load, warmUpMs: 0, runMs: RUN_MS })
          const orders = perSecond * (RUN_MS / 1000)
          const { rows: statements } = await client.query<Statement>(
            `select regexp_replace(query, '\\s+', ' ', 'g') as statement, total_exec_time * 1000 / $1 as microseconds,
               rows / $1 as rows
             from pg_stat_statements order by total_exec_time desc limit $2`,
            [orders, SHOWN],
          )
          figure({ what, perSecond, statements })
          lines.push(
            `${what}: ${perSecond.toFixed(0)} a second\n\n   µs of an order   rows`,
            ...statements.map(lineOf),
            '',
          )
        }
        return lines
      })
      return { table: tables.join('\n'), ratios: {} }
    },
    { postgres: { shared_preload_libraries: 'pg_stat_statements' } },
  )

const lineOf = ({ statement, microseconds, rows }: Statement): string =>
  `${microseconds.toFixed(1).padStart(16)} ${rows.toFixed(2).padStart(6)}  ${statement.slice(0, WIDTH)}`
