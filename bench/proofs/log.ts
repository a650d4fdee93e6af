import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { LOCKS } from '../../apps/server/src/db/database.ts'
import { withClient } from '../cleanup.ts'
import { generateLoad } from '../load/load.ts'
import { KINDS, warmUp } from '../money/loads.ts'
import { populate } from '../money/population.ts'
import type { Output, Result } from '../report.ts'
import { withProduct, type Product } from '../server.ts'
import { mean } from '../timing.ts'
import { timeHashing } from './hashing.ts'

const CONNECTIONS = 64
/** Without the log and with it, in turns: rates drift by more than it costs. */
const TURNS = 5
const TURN_MS = 8000
const WHAT = ['transfers', 'donations'] as const
/** Until its lag is looked at. */
const LAG_MS = 60_000
const GOALS = { cost: 0.03, lagSeconds: 5 }

type What = (typeof WHAT)[number]
type Measured = { what: What; without: number; built: number; lagSeconds: number }

/**
 * What hashing an entry takes. Then transfers and donations while the log is built and while it is not, in turns, on the
 * same server; and how far the log is behind after a while.
 */
export async function benchLog(out: Output): Promise<Result> {
  const hashing = await timeHashing()
  out.figure({ what: 'microseconds to hash an entry', ...hashing })
  const { table, ratios } = await withProduct((product) => measure(product, out))
  const hashed = `${hashing.donations.toFixed(2)} µs to hash an entry of a donation, ${hashing.transfers.toFixed(2)} µs of a transfer`
  return { table: `${hashed}\n${table}`, ratios }
}

async function measure(product: Product, { say, figure }: Output): Promise<Result> {
  say('Preparing members ...')
  const people = await populate(product)
  return withClient(product.databaseUrl, async (client) => {
    const switches = switchesOf(client)
    const measured: Measured[] = []
    for (const what of WHAT) {
      const load = KINDS[what](product, people, CONNECTIONS)
      await switches.off()
      await warmUp(load)
      const rate = async (runMs: number) => (await generateLoad({ ...load, warmUpMs: 1000, runMs })).perSecond
      const rates = { without: [] as number[], built: [] as number[] }
      for (let turn = 0; turn < TURNS; turn += 1) {
        await switches.off()
        rates.without.push(await rate(TURN_MS))
        await switches.on()
        rates.built.push(await rate(TURN_MS))
      }
      await rate(LAG_MS)
      const lagSeconds = await untilCaughtUp(client)
      figure({ what, ...rates, lagSeconds })
      measured.push({ what, without: mean(rates.without), built: mean(rates.built), lagSeconds })
    }
    await switches.on()
    const { rows } = await client.query<{ leaves: string; bytes: string }>(
      `select size as leaves, pg_total_relation_size('proof_log_tile') + pg_total_relation_size('proof_log_run') as bytes
       from proof_log_progress`,
    )
    figure({ what: 'size', leaves: Number(rows[0]?.leaves), bytes: Number(rows[0]?.bytes) })
    return { table: tableOf(measured), ratios: ratiosOf(measured) }
  })
}

/** Takes the leader's place from the builder, and gives it back. */
function switchesOf(client: pg.Client) {
  let isOff = false
  return {
    async off() {
      if (isOff) return
      isOff = true
      await client.query(`update lease set token = gen_random_uuid(), until = 'infinity' where lock = $1`, [
        LOCKS.proofLog,
      ])
    },
    /** Once it has caught up, so that it has only what is posted meanwhile. */
    async on() {
      if (isOff) await client.query('update lease set until = now() where lock = $1', [LOCKS.proofLog])
      isOff = false
      await untilCaughtUp(client)
    },
  }
}

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

const ratiosOf = (measured: readonly Measured[]): Record<string, number> =>
  Object.fromEntries(measured.map(({ what, without, built }) => [`${what} with the log × without`, built / without]))

const tableOf = (measured: readonly Measured[]): string =>
  measured
    .map(({ what, without, built, lagSeconds }) => {
      const cost = `costs ${((1 - built / without) * 100).toFixed(1)} % (goal ${GOALS.cost * 100} %)`
      const lag = `${lagSeconds.toFixed(1)} s behind after ${LAG_MS / 1000} s (goal ${GOALS.lagSeconds} s)`
      return `${what}: ${without.toFixed(0)} a second without the log, ${built.toFixed(0)} with it: ${cost}; ${lag}`
    })
    .join('\n')
