import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createDatabase } from '../../apps/server/src/testing/databases.ts'
import { loadNetwork } from './load.ts'
import { measureReads, measureSignUps, measureSize, measureStageChanges, type Network } from './measure.ts'
import { printTable } from './table.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const RESULTS = new URL('../results/', import.meta.url)

/** The same questions to networks of a thousand, a hundred thousand and a million members. */
export async function run(args: string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const networks: Network[] = []
  try {
    for (const members of sizes) networks.push(await buildNetwork(postgres.url, members))
    await report(networks)
  } finally {
    for (const { pool } of networks) await pool.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The figures of networks that are there. */
export async function report(networks: Network[]): Promise<void> {
  const sizes = await Promise.all(networks.map(measureSize))
  const figures = [
    ...(await measureReads(networks)),
    ...(await measureSignUps(networks)),
    ...(await measureStageChanges(networks)),
  ]
  const members = networks.map((network) => network.members)
  printTable({ members, figures, sizes })
  await mkdir(RESULTS, { recursive: true })
  await writeFile(new URL('network.json', RESULTS), `${JSON.stringify({ members, figures, sizes }, null, 2)}\n`)
}

async function buildNetwork(server: string, members: number): Promise<Network> {
  const url = await createDatabase(server, { name: `network-${members}` })
  await migrate(url)
  const pool = openPool(url, 16)
  const begun = performance.now()
  await loadNetwork(pool, members)
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(`${members.toLocaleString('en')} members loaded in ${seconds} s`)
  return { members, pool, db: openDatabase(pool) }
}
