import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createDatabase } from '../../apps/server/src/testing/databases.ts'
import { loadNetwork } from './load.ts'
import { measureReads, measureSignUps, measureSize, measureStageChanges, type Network } from './measure.ts'
import { tableOf } from './table.ts'

const SIZES = [1_000, 100_000, 1_000_000]

/** The same questions to networks of a thousand, a hundred thousand and a million members. */
export async function benchNetwork(print: (line: string) => void) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const networks: Network[] = []
  try {
    for (const members of SIZES) networks.push(await buildNetwork(postgres.url, members, print))
    return await report(networks, print)
  } finally {
    for (const { pool } of networks) await pool.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The figures of networks that are there. */
async function report(networks: Network[], print: (line: string) => void) {
  const sizes = await Promise.all(networks.map(measureSize))
  const figures = [
    ...(await measureReads(networks)),
    ...(await measureSignUps(networks)),
    ...(await measureStageChanges(networks)),
  ]
  const members = networks.map((network) => network.members)
  print(tableOf({ members, figures, sizes }))
  return { ratios: {}, members, figures, sizes }
}

async function buildNetwork(server: string, members: number, print: (line: string) => void): Promise<Network> {
  const url = await createDatabase(server, { name: `network-${members}` })
  await migrate(url)
  const pool = openPool(url, 16)
  const begun = performance.now()
  await loadNetwork(pool, members)
  const seconds = Math.round((performance.now() - begun) / 1000)
  print(`${members.toLocaleString('en')} members loaded in ${seconds} s`)
  return { members, pool, db: openDatabase(pool) }
}
