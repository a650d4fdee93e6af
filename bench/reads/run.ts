import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/testing/databases.ts'
import { memberReads } from '../../apps/server/src/testing/member-reads.ts'
import { thenStop } from '../cleanup.ts'
import { keptDatabase } from '../kept.ts'
import { generateLoad } from '../load/load.ts'
import { loadNetwork } from '../network/load.ts'
import type { Output, Result } from '../report.ts'
import { withProductOn } from '../server.ts'
import { giveHistories, isVerified, prepareReaders, signInReaders } from './readers.ts'

const MEMBERS = 20_000
const CONNECTIONS = 64
const RUN_MS = 2000
const WARM_UP_MS = 500
/** How many times as long as a refusal without a token, which asks the database nothing. */
const RATIO_GOAL = 4

type Times = { p50Ms: number; p99Ms: number }
type Figure = { what: string; members: number; lone: Times; refused: Times; busy: Times & { perSecond: number } }

/**
 * Every GET that a member can call, over HTTP: alone, without a token, and over many connections. `NETWORK_DIR` keeps
 * built networks.
 */
export async function benchReads(out: Output, chosen: number[]): Promise<Result> {
  const kept = process.env['NETWORK_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'trefoil-bench-')))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const figures: Figure[] = []
  return thenStop(
    async () => {
      for (const members of chosen.length > 0 ? chosen : [MEMBERS])
        figures.push(...(await measureNetwork(postgres.url, members, out)))
      return { table: tableOf(figures), ratios: ratiosOf(figures) }
    },
    async () => {
      await postgres.stop()
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  )
}

/** In a copy of the network, which stays as it is. */
async function measureNetwork(server: string, members: number, out: Output): Promise<Figure[]> {
  const template = `network-${members}`
  await keptDatabase({ server, name: template, load: (pool) => loadNetwork(pool, members), say: out.say })
  const name = `reads-${randomUUID()}`
  const ownerUrl = await createDatabase(server, { name, template })
  return thenStop(
    () =>
      withProductOn(
        { ownerUrl, prepare: (secret) => prepareReaders({ ownerUrl, secret }) },
        async ({ port, secret }) => {
          const place = { ownerUrl, secret }
          await giveHistories(place)
          while (!(await isVerified(ownerUrl))) await sleep(1000)
          return measureReads({ port, members, tokens: await signInReaders(place) }, out)
        },
      ),
    () => dropDatabase(server, name),
  )
}

type Bench = { port: number; members: number; tokens: () => string[] }

async function measureReads({ port, members, tokens }: Bench, { figure }: Output): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { path, access } of await memberReads()) {
    // What anybody may read is refused to nobody.
    if (access === 'public' || access === 'optional') continue
    const readers = tokens()
    const load = { port, get: path, warmUpMs: WARM_UP_MS, runMs: RUN_MS }
    const lone = await generateLoad({ ...load, readers, connections: 1 })
    const refused = await generateLoad({ ...load, readers: [], connections: 1 }, '401')
    const busy = await generateLoad({ ...load, readers, connections: CONNECTIONS })
    const one = { what: path, members, lone, refused, busy }
    figure(one)
    figures.push(one)
  }
  return figures
}

const ratioOf = ({ lone, refused }: Figure): number => lone.p50Ms / refused.p50Ms

const nameOf = ({ what, members }: Figure): string => `${what}, ${members.toLocaleString('en')} members`

const ratiosOf = (figures: readonly Figure[]): Record<string, number> =>
  Object.fromEntries(figures.map((one) => [`${nameOf(one)} × a refusal`, ratioOf(one)]))

const ms = ({ p50Ms, p99Ms }: Times): string => `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)}`

function tableOf(figures: readonly Figure[]): string {
  const heads = ['p50 / p99, ms', 'alone', `÷ 401 (goal ${RATIO_GOAL})`, `${CONNECTIONS} connections`, 'per second']
  const lines = figures.map((one) => [
    nameOf(one),
    ms(one.lone),
    ratioOf(one).toFixed(1),
    ms(one.busy),
    one.busy.perSecond.toFixed(0),
  ])
  return [heads, heads.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
