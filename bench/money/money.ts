import { withClient } from '../cleanup.ts'
import { generateLoad } from '../load/load.ts'
import type { Output, Result } from '../report.ts'
import { withProduct, type Product } from '../server.ts'
import { mean } from '../timing.ts'
import { KINDS, warmUp, type Kind } from './loads.ts'
import { hasPgbench, measurePgledger, measureTpcB, PGBENCH_MISSING, prepareTpcB, type PeerResult } from './pgbench.ts'
import { populate } from './population.ts'

const PEER_SECONDS = 10
const RUN_MS = 12_000
const ROUNDS = 2
/** Connections, and the clients that TPC-B has beside them. More than 32 of those only wait for one another. */
const LOADS = [
  { connections: 1, clients: 1 },
  { connections: 16, clients: 16 },
  { connections: 64, clients: 32 },
]
const PEERS = { 'TPC-B': 'simple', 'TPC-B prepared': 'prepared' } as const
type Peer = keyof typeof PEERS
type Measured = { connections: number; what: Kind | Peer | 'pgledger' } & PeerResult

/**
 * Transfers and donations over HTTP beside TPC-B with as many clients, on the same server in the same run. All are
 * measured twice, in turns, with TPC-B before transfers and again before donations, so that all see the same conditions.
 */
export async function benchMoney(out: Output): Promise<Result> {
  if (!(await hasPgbench())) throw new Error(PGBENCH_MISSING)
  return withProduct((product) => measureMoney(product, out))
}

async function measureMoney(product: Product, { say, figure }: Output): Promise<Result> {
  say('Preparing members and TPC-B ...')
  const people = await populate(product)
  const tpcB = await prepareTpcB(product.databaseUrl)
  // Neither starts with the other's dirty pages.
  await withClient(product.databaseUrl, (client) => client.query('checkpoint'))

  const measured: Measured[] = []
  const note = (what: Measured['what'], connections: number, result: PeerResult) => {
    const one = { what, connections, perSecond: result.perSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
    figure(one)
    measured.push(one)
  }
  for (const { connections, clients } of LOADS) {
    const loads = Object.entries(KINDS).map(([what, make]) => ({
      what: what as Kind,
      load: make(product, people, connections),
    }))
    for (const { load } of loads) await warmUp(load)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { what, load } of loads) {
        for (const [peer, protocol] of Object.entries(PEERS))
          if (what === 'transfers' || what === 'donations')
            note(peer as Peer, connections, await measureTpcB(tpcB, { clients, protocol, seconds: PEER_SECONDS }))
        note(what, connections, await generateLoad({ ...load, warmUpMs: 1000, runMs: RUN_MS }))
      }
    }
  }
  const residentMb = product.residentMb()
  figure({ what: 'memory', residentMb })
  const sqlFile = process.env['PGLEDGER_SQL']
  if (sqlFile) {
    const perSecond = await measurePgledger(product.databaseUrl, sqlFile, PEER_SECONDS)
    note('pgledger', 64, { perSecond, p50Ms: Number.NaN, p99Ms: Number.NaN })
  }
  return { table: `${tableOf(measured)}\nThe server holds ${residentMb.toFixed(0)} MB`, ratios: ratiosOf(measured) }
}

function ratiosOf(measured: readonly Measured[]): Record<string, number> {
  const ratios: Record<string, number> = {}
  for (const { connections } of LOADS) {
    const of = (what: Measured['what'], value: 'perSecond' | 'p50Ms') =>
      mean(measured.filter((one) => one.what === what && one.connections === connections).map((one) => one[value]))
    for (const what of Object.keys(KINDS) as Kind[]) {
      const subject = `${what}, ${connections} connections,`
      for (const peer of Object.keys(PEERS) as Peer[])
        ratios[`${subject} × ${peer}`] = of(what, 'perSecond') / of(peer, 'perSecond')
      if (what === 'donations that name a cause')
        ratios[`${subject} × donations`] = of(what, 'perSecond') / of('donations', 'perSecond')
      if (connections === 1) ratios[`${subject} p50 × TPC-B’s`] = of(what, 'p50Ms') / of('TPC-B', 'p50Ms')
      const pgledger = of('pgledger', 'perSecond')
      if (pgledger > 0) ratios[`${subject} × pgledger`] = of(what, 'perSecond') / pgledger
    }
  }
  return ratios
}

/** `apart`: how far the rounds differ. */
function tableOf(measured: readonly Measured[]): string {
  const groups = Map.groupBy(measured, ({ what, connections }) => `${what.padEnd(28)} ${`${connections}`.padStart(4)}`)
  const rows = Array.from(groups, ([name, rounds]) => {
    const rates = rounds.map(({ perSecond }) => perSecond)
    const apart = (Math.max(...rates) / Math.min(...rates) - 1) * 100
    const ms = (value: 'p50Ms' | 'p99Ms') =>
      mean(rounds.map((one) => one[value]))
        .toFixed(2)
        .padStart(9)
    return `${name} ${mean(rates).toFixed(0).padStart(9)} ${ms('p50Ms')} ${ms('p99Ms')} ${apart.toFixed(0).padStart(6)} %`
  })
  const head = `${'connections'.padStart(33)} ${'per second'.padStart(9)}    p50 ms    p99 ms    apart`
  return [head, ...rows].join('\n')
}
