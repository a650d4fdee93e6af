import pg from 'pg'
import { generateLoad, type LoadResult } from '../load/load.ts'
import { startProduct, type Product } from '../server.ts'
import { hasPgbench, measurePgledger, measureTpcB, PGBENCH_MISSING, prepareTpcB } from './pgbench.ts'
import { populate, type Population } from './population.ts'

const PEER_SECONDS = 15
const WARM_UP_MS = 3000
const RUN_MS = 15_000
const CONNECTIONS = [1, 16, 64]

type Measured = { what: string; connections: number } & Omit<LoadResult, 'statuses'>
export type MoneyReport = {
  tpcB: number
  tpcBPrepared: number
  pgledger: number | undefined
  measured: Measured[]
  ratios: Record<string, number>
}

/** Transfers and donations over HTTP beside TPC-B on the same server, in the same run. */
export async function benchMoney(say: (line: string) => void): Promise<MoneyReport> {
  if (!(await hasPgbench())) throw new Error(PGBENCH_MISSING)
  const product = await startProduct()
  try {
    say('Preparing members and TPC-B ...')
    const people = await populate(product)
    const tpcB = await prepareTpcB(product.databaseUrl)
    await settle(product)

    const peers = { simple: [] as number[], prepared: [] as number[] }
    const peer = async (protocol: 'simple' | 'prepared') => {
      const figure = await measureTpcB(tpcB, protocol, PEER_SECONDS)
      peers[protocol].push(figure)
      say(row(`TPC-B, ${protocol} protocol`, 32, { perSecond: figure }))
    }
    const measured: Measured[] = []
    const measure = async (what: keyof typeof KINDS, connections: number) => {
      const { statuses: _, ...figures } = await generateLoad(KINDS[what](product, people, connections))
      measured.push({ what, connections, ...figures })
      say(row(what, connections, figures))
    }

    // The peer comes between, so that both see the same weather.
    await peer('simple')
    for (const connections of CONNECTIONS) await measure('transfers', connections)
    await peer('prepared')
    for (const connections of CONNECTIONS) await measure('transfers into one account', connections)
    await peer('simple')
    for (const connections of CONNECTIONS) await measure('donations', connections)
    await peer('simple')
    say(`The server holds ${product.residentMb().toFixed(0)} MB`)
    const sqlFile = process.env['PGLEDGER_SQL']
    const pgledger = sqlFile ? await measurePgledger(product.databaseUrl, sqlFile, PEER_SECONDS) : undefined
    if (pgledger !== undefined) say(row('pgledger transfers, in SQL', 32, { perSecond: pgledger }))

    const figures = { tpcB: mean(peers.simple), tpcBPrepared: mean(peers.prepared), pgledger, measured }
    return { ...figures, ratios: ratiosOf(figures) }
  } finally {
    await product.stop()
  }
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

function ratiosOf({ tpcB, tpcBPrepared, pgledger, measured }: Omit<MoneyReport, 'ratios'>): Record<string, number> {
  const busiest = measured.filter(({ connections }) => connections === Math.max(...CONNECTIONS))
  return Object.fromEntries(
    busiest.flatMap(({ what, perSecond }) => [
      [`${what} × TPC-B`, perSecond / tpcB],
      [`${what} × TPC-B prepared`, perSecond / tpcBPrepared],
      ...(pgledger === undefined ? [] : [[`${what} × pgledger`, perSecond / pgledger] as const]),
    ]),
  )
}

/** Nobody starts with the other's dirty pages. */
async function settle({ databaseUrl }: Product): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}

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
