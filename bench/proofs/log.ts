import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { LOCKS } from '../../apps/server/src/db/database.ts'
import { withClient } from '../cleanup.ts'
import { generateLoad } from '../load/load.ts'
import { KINDS, warmUp, type Kind } from '../money/loads.ts'
import { populate } from '../money/population.ts'
import type { Output, Result } from '../report.ts'
import { withProduct, type Product } from '../server.ts'

const CONNECTIONS = 64
const RUN_MS = 10_000
const ROUNDS = 3
const FULL_SPEED_MS = 60_000
const MEASURED: readonly Kind[] = ['transfers', 'donations']
const GOALS = { cost: 0.03, lagSeconds: 5 }

type Measured = { what: Kind; isBuilt: boolean; perSecond: number }

/**
 * Transfers and donations while the log is built and while it is not, in turns, on the same server; then how far the log
 * is behind after a minute of each at full speed.
 */
export const benchLog = (out: Output): Promise<Result> => withProduct((product) => measure(product, out))

async function measure(product: Product, { say, figure }: Output): Promise<Result> {
  say('Preparing members ...')
  const people = await populate(product)
  return withClient(product.databaseUrl, async (client) => {
    const switches = switchesOf(client)
    const measured: Measured[] = []
    const lags: Record<string, number> = {}
    for (const what of MEASURED) {
      const load = KINDS[what](product, people, CONNECTIONS)
      await warmUp(load)
      for (let round = 0; round < ROUNDS; round += 1)
        for (const isBuilt of round % 2 === 0 ? [false, true] : [true, false]) {
          await (isBuilt ? switches.on() : switches.off())
          const { perSecond } = await generateLoad({ ...load, warmUpMs: 1000, runMs: RUN_MS })
          figure({ what, isBuilt, perSecond })
          measured.push({ what, isBuilt, perSecond })
        }
      await switches.on()
      const { perSecond } = await generateLoad({ ...load, warmUpMs: 0, runMs: FULL_SPEED_MS })
      const lagSeconds = await untilCaughtUp(client)
      figure({ what: `${what}, a minute`, perSecond, lagSeconds })
      lags[what] = lagSeconds
    }
    const { rows } = await client.query<{ leaves: string; bytes: string }>(
      `select size as leaves, pg_total_relation_size('proof_log_tile') + pg_total_relation_size('proof_log_run') as bytes
       from proof_log_progress`,
    )
    figure({ what: 'size', leaves: Number(rows[0]?.leaves), bytes: Number(rows[0]?.bytes) })
    return { table: tableOf(measured, lags), ratios: ratiosOf(measured) }
  })
}

/** Takes the leader's place from the builder, and gives it back. */
function switchesOf(client: pg.Client) {
  let isOff = false
  return {
    async off() {
      if (isOff) return
      isOff = true
      const taking = client.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.proofLog])
      await withClient(urlOf(client), (other) =>
        other.query(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and classid = $1
           and objid = $2 and database = (select oid from pg_database where datname = current_database())`,
          [LOCKS.space, LOCKS.proofLog],
        ),
      )
      await taking
    },
    /** Once it has caught up, so that it has only what is posted meanwhile. */
    async on() {
      if (isOff) await client.query('select pg_advisory_unlock($1, $2)', [LOCKS.space, LOCKS.proofLog])
      isOff = false
      await untilCaughtUp(client)
    },
  }
}

const urlOf = (client: pg.Client): string =>
  `postgres://${client.user}:${client.password}@${client.host}:${client.port}/${client.database}`

/** How many seconds it took until everything that was posted by now was signed. */
async function untilCaughtUp(client: pg.Client): Promise<number> {
  const start = performance.now()
  const { rows } = await client.query<{ id: string }>('select max(id) as id from journal')
  for (;;) {
    const { rows: done } = await client.query<{ isDone: boolean }>(
      `select p.journal_id >= $1 and p.size <= (select max(size) from proof_log) as "isDone" from proof_log_progress p`,
      [rows[0]?.id],
    )
    if (done[0]?.isDone) return (performance.now() - start) / 1000
    await sleep(50)
  }
}

const rateOf = (measured: readonly Measured[], what: Kind, isBuilt: boolean): number => {
  const rates = measured.filter((one) => one.what === what && one.isBuilt === isBuilt)
  return rates.reduce((sum, { perSecond }) => sum + perSecond, 0) / rates.length
}

const ratiosOf = (measured: readonly Measured[]): Record<string, number> =>
  Object.fromEntries(
    MEASURED.map((what) => [
      `${what} with the log × without`,
      rateOf(measured, what, true) / rateOf(measured, what, false),
    ]),
  )

const tableOf = (measured: readonly Measured[], lags: Record<string, number>): string =>
  MEASURED.map((what) => {
    const [without, built] = [rateOf(measured, what, false), rateOf(measured, what, true)]
    const cost = `costs ${((1 - built / without) * 100).toFixed(1)} % (goal ${GOALS.cost * 100} %)`
    const lag = `${lags[what]?.toFixed(1)} s behind after a minute (goal ${GOALS.lagSeconds} s)`
    return `${what}: ${without.toFixed(0)} a second without the log, ${built.toFixed(0)} with it: ${cost}; ${lag}`
  }).join('\n')
