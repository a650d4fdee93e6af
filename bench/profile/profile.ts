import { mkdir, writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { thenStop, withClient } from '../cleanup.ts'
import { generateLoad } from '../load/load.ts'
import { KINDS, warmUp, type Unhurried } from '../money/loads.ts'
import { populate, type Population } from '../money/population.ts'
import type { Output, Result } from '../report.ts'
import { withProduct, type Product } from '../server.ts'
import { Inspector, type CpuProfile } from './inspector.ts'
import { cpuTimes, type CpuTime } from './processes.ts'

const RUN_MS = 12_000
const FUNCTIONS_SHOWN = 30
const FOLDER = new URL('../results/', import.meta.url)
const PROFILED = {
  transfers: KINDS.transfers,
  donations: KINDS.donations,
  details: ({ port }: Product, people: Population, connections: number): Unhurried => ({
    port,
    connections,
    get: '/api/users/details',
    readers: people.tokens(),
  }),
}
const CASES: [keyof typeof PROFILED, number][] = [
  ['transfers', 64],
  ['transfers', 16],
  ['transfers', 1],
  ['donations', 64],
  ['details', 1],
]

/** Where the time goes: each process's share of a core, and the functions of the server that take the most. */
export async function benchProfile(out: Output): Promise<Result> {
  return withProduct(
    async (product) => {
      const people = await populate(product)
      const inspector = await Inspector.connect(product.inspector)
      return thenStop(
        () => withClient(product.databaseUrl, (client) => profileAll({ product, people, inspector, client }, out)),
        async () => inspector.close(),
      )
    },
    { inspect: true },
  )
}

type Bench = { product: Product; people: Population; inspector: Inspector; client: pg.Client }

async function profileAll({ product, people, inspector, client }: Bench, { say, figure }: Output): Promise<Result> {
  await mkdir(FOLDER, { recursive: true })
  const tables: string[] = []
  for (const [what, connections] of CASES) {
    say(`Profiling ${what} over ${connections} connections ...`)
    const load = PROFILED[what](product, people, connections)
    await warmUp(load)
    const before = await cpuTimes(client, product.pid)
    let [perSecond, p50Ms] = [0, 0]
    const profile = await inspector.profile(async () => {
      ;({ perSecond, p50Ms } = await generateLoad({ ...load, warmUpMs: 0, runMs: RUN_MS }))
    })
    const shares = sharesOf(before, await cpuTimes(client, product.pid))
    const functions = selfTimes(profile)
    figure({ what, connections, perSecond, p50Ms, shares: Object.fromEntries(shares), functions })
    const file = new URL(`${what}-${connections}.cpuprofile`, FOLDER)
    await writeFile(file, JSON.stringify(profile))
    tables.push(
      `${what}, ${connections} connections: ${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(2)} ms (${file.pathname})\n\n` +
        ['  of a core   user  system', ...shares.map(shareLine)].join('\n') +
        `\n\n  of the server’s time\n` +
        functions.map(({ share, name }) => `${percent(share)}  ${name}`).join('\n'),
    )
  }
  return { table: tables.join('\n\n'), ratios: {} }
}

type Share = { user: number; system: number }

function sharesOf(before: Map<string, CpuTime>, after: Map<string, CpuTime>): [string, Share][] {
  return Array.from(after, ([task, { userMs, systemMs }]): [string, Share] => {
    const was = before.get(task) ?? { userMs: 0, systemMs: 0 }
    return [task, { user: (userMs - was.userMs) / RUN_MS, system: (systemMs - was.systemMs) / RUN_MS }]
  })
    .filter(([, { user, system }]) => user + system >= 0.005)
    .toSorted(([, a], [, b]) => b.user + b.system - a.user - a.system)
}

function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): { name: string; share: number }[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || 'anonymous'} ${url.replace(/^.*\/(?:main|node_modules)\//, '')}:${lineNumber + 1}`,
    ]),
  )
  const times = new Map<string, number>()
  let whole = 0
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0
    const name = names.get(id) ?? ''
    times.set(name, (times.get(name) ?? 0) + time)
    whole += time
  }
  return Array.from(times, ([name, time]) => ({ name, share: time / whole }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, FUNCTIONS_SHOWN)
}

const percent = (share: number): string => `${(share * 100).toFixed(1).padStart(6)} %`
const shareLine = ([task, { user, system }]: [string, Share]): string =>
  `${percent(user + system)} ${percent(user)} ${percent(system)}  ${task}`
