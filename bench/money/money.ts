import { withClient } from '../cleanup.ts'
import { generateLoad, type LoadResult } from '../load/load.ts'
import type { Output, Result } from '../report.ts'
import { withProduct, type Product } from '../server.ts'
import { hasPgbench, measurePgledger, measureTpcB, PGBENCH_MISSING, prepareTpcB } from './pgbench.ts'
import { populate, type Population } from './population.ts'

const PEER_SECONDS = 15
const WARM_UP_MS = 3000
const RUN_MS = 15_000
const CONNECTIONS = [1, 16, 64]

type Measured = { what: string; connections: number } & Omit<LoadResult, 'statuses'>
type Figures = { tpcB: number; tpcBPrepared: number; pgledger: number | undefined; measured: Measured[] }

/** Transfers and donations over HTTP beside TPC-B, on the same server in the same run. */
export async function benchMoney(out: Output): Promise<Result> {
  if (!(await hasPgbench())) throw new Error(PGBENCH_MISSING)
  return withProduct((product) => measureMoney(product, out))
}

async function measureMoney(product: Product, { say, figure }: Output): Promise<Result> {
  say('Preparing members and TPC-B ...')
  const people = await populate(product)
  const tpcB = await prepareTpcB(product.databaseUrl)
  await settle(product)

  const lines: string[] = []
  const note = (what: string, connections: number, figures: { perSecond: number } & Partial<LoadResult>) => {
    figure({ what, connections, ...figures })
    lines.push(row(what, connections, figures))
  }
  const peers = { simple: [] as number[], prepared: [] as number[] }
  const peer = async (protocol: 'simple' | 'prepared') => {
    const perSecond = await measureTpcB(tpcB, protocol, PEER_SECONDS)
    peers[protocol].push(perSecond)
    note(`TPC-B, ${protocol} protocol`, 32, { perSecond })
  }
  const measured: Measured[] = []
  const measure = async (what: keyof typeof KINDS, connections: number) => {
    const { statuses: _, ...figures } = await generateLoad(KINDS[what](product, people, connections))
    measured.push({ what, connections, ...figures })
    note(what, connections, figures)
  }

  // TPC-B runs in between, so that both see the same conditions.
  await peer('simple')
  for (const connections of CONNECTIONS) await measure('transfers', connections)
  await peer('prepared')
  for (const connections of CONNECTIONS) await measure('transfers into one account', connections)
  await peer('simple')
  for (const connections of CONNECTIONS) await measure('donations', connections)
  await peer('simple')
  const residentMb = product.residentMb()
  figure({ what: 'memory', residentMb })
  lines.push(`The server holds ${residentMb.toFixed(0)} MB`)
  const sqlFile = process.env['PGLEDGER_SQL']
  const pgledger = sqlFile ? await measurePgledger(product.databaseUrl, sqlFile, PEER_SECONDS) : undefined
  if (pgledger !== undefined) note('pgledger transfers, in SQL', 32, { perSecond: pgledger })

  const figures = { tpcB: mean(peers.simple), tpcBPrepared: mean(peers.prepared), pgledger, measured }
  return { table: lines.join('\n'), ratios: ratiosOf(figures) }
}

const KINDS = {
  transfers: (product: Product, people: Population, connections: number) => ({
    ...base(product, connections),
    path: '/api/transfers/process' as const,
    amount: 0.01,
    senders: people.tokens,
    recipients: people.keys,
  }),
  'transfers into one account': (product: Product, people: Population, connections: number) => ({
    ...KINDS.transfers(product, people, connections),
    senders: people.tokens.slice(1),
    recipients: people.keys.slice(0, 1),
  }),
  donations: (product: Product, people: Population, connections: number) => ({
    ...base(product, connections),
    path: '/api/donations/process' as const,
    amount: 300,
    senders: people.leafTokens,
    recipients: [],
  }),
}

const base = ({ port }: Product, connections: number) => ({ port, connections, warmUpMs: WARM_UP_MS, runMs: RUN_MS })

function ratiosOf({ tpcB, tpcBPrepared, pgledger, measured }: Figures): Record<string, number> {
  const busiest = measured.filter(({ connections }) => connections === Math.max(...CONNECTIONS))
  return Object.fromEntries(
    busiest.flatMap(({ what, perSecond }) => [
      [`${what} × TPC-B`, perSecond / tpcB],
      [`${what} × TPC-B prepared`, perSecond / tpcBPrepared],
      ...(pgledger === undefined ? [] : [[`${what} × pgledger`, perSecond / pgledger] as const]),
    ]),
  )
}

/** Neither starts with the other's dirty pages. */
const settle = ({ databaseUrl }: Product) => withClient(databaseUrl, (client) => client.query('checkpoint'))

const mean = (figures: number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length

function row(what: string, connections: number, figures: { perSecond: number } & Partial<LoadResult>): string {
  const ms = (name: string, figure: number | undefined) =>
    figure === undefined ? '' : `${name} ${figure.toFixed(1)} ms`
  return [
    what.padEnd(28),
    `${connections} connections`.padStart(15),
    `${figures.perSecond.toFixed(0)}/s`.padStart(10),
    ms('p50', figures.p50Ms).padStart(14),
    ms('p99', figures.p99Ms).padStart(14),
  ].join('  ')
}
