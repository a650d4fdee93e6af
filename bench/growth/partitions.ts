import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createDatabase } from '../../apps/server/src/testing/databases.ts'
import { thenStop, withClient } from '../cleanup.ts'
import type { Output, Result } from '../report.ts'
import { PARTITIONED, writing, type Kind, type Order } from './tables.ts'

const MEMBERS = 100_000
const ORDERS = 32
const WARM_UP = 200
const TURNS = 3000
/** A donation with a full upline has thirteen credits and a debit. */
const LINES = { transfers: 2, donations: 14 }
const KINDS: readonly Kind[] = ['today', 'partitioned']

type What = keyof typeof LINES
type Cost = { microseconds: number; walBytes: number }
type Measured = { what: What } & Record<Kind, Cost>

/**
 * What the poster would write if journals and entries were partitioned by ranges of journals, beside what it writes
 * today: the same batches in turns, on one connection, each with its commit. A unique index cannot span partitions, so
 * references, idempotency keys and statement lines would keep theirs in tables of their own.
 */
export async function benchPartitions({ figure }: Output): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  return thenStop(
    async () => {
      const url = await createDatabase(postgres.url, { name: 'growth' })
      await migrate(url)
      const measured = await withClient(url, measureBoth)
      for (const one of measured) figure(one)
      return { table: tableOf(measured), ratios: ratiosOf(measured) }
    },
    async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  )
}

async function measureBoth(client: pg.Client): Promise<Measured[]> {
  await client.query(PARTITIONED)
  const nextBatch = numberOrders()
  return [
    { what: 'transfers', ...(await measure(client, () => nextBatch(LINES.transfers))) },
    { what: 'donations', ...(await measure(client, () => nextBatch(LINES.donations))) },
  ]
}

/** Numbers journals, and the lines of random members' statements, as the ledger does. */
function numberOrders(): (lines: number) => Order[] {
  const newest = new Map<number, number>()
  let id = 0n
  const nextLine = () => {
    const member = 1 + Math.floor(Math.random() * MEMBERS)
    const sequence = (newest.get(member) ?? 0) + 1
    newest.set(member, sequence)
    return { member, sequence }
  }
  return (lines) =>
    Array.from({ length: ORDERS }, () => ({ id: (id += 1n), lines: Array.from({ length: lines }, nextLine) }))
}

async function measure(client: pg.Client, nextBatch: () => Order[]): Promise<Record<Kind, Cost>> {
  const costs = { today: { microseconds: 0, walBytes: 0 }, partitioned: { microseconds: 0, walBytes: 0 } }
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
    const batch = nextBatch()
    for (const kind of KINDS) {
      const cost = await timeBatch(client, batch, kind)
      if (turn < WARM_UP) continue
      costs[kind].microseconds += cost.microseconds / TURNS / ORDERS
      costs[kind].walBytes += cost.walBytes / TURNS / ORDERS
    }
  }
  return costs
}

async function timeBatch(client: pg.Client, batch: readonly Order[], kind: Kind): Promise<Cost> {
  const before = await walPosition(client)
  const pipeline = writing(client, batch, kind)
  const begun = performance.now()
  await pipeline.flush()
  const microseconds = (performance.now() - begun) * 1000
  return { microseconds, walBytes: (await walPosition(client)) - before }
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)
  return Number(rows[0]?.bytes)
}

const tableOf = (measured: readonly Measured[]) =>
  [
    '| written for an order | today | partitioned |',
    '| --- | --- | --- |',
    ...measured.flatMap(({ what, today, partitioned }) => [
      `| ${what}, µs | ${today.microseconds.toFixed(0)} | ${partitioned.microseconds.toFixed(0)} |`,
      `| ${what}, bytes of WAL | ${today.walBytes.toFixed(0)} | ${partitioned.walBytes.toFixed(0)} |`,
    ]),
  ].join('\n')

const ratiosOf = (measured: readonly Measured[]) =>
  Object.fromEntries(
    measured.map(({ what, today, partitioned }) => [
      `${what}, partitioned × today's time`,
      partitioned.microseconds / today.microseconds,
    ]),
  )
