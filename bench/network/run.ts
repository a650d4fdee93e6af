import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool, type Pool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/testing/databases.ts'
import { loadNetwork } from './load.ts'
import { measureReads, measureSignUps, measureSize, measureStageChanges, type Figure } from './measure.ts'
import { printTable } from './table.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const RESULTS = new URL('../results/', import.meta.url)

export type Measured = {
  members: number
  loadSeconds: number
  figures: Figure[]
  size: { table: string; bytesPerMember: number }[]
}

/** The same questions to networks of a thousand, a hundred thousand and a million members. */
export async function run(args: string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  try {
    const measured: Measured[] = []
    for (const members of sizes) measured.push(await measureNetwork(postgres.url, members))
    printTable(measured)
    await mkdir(RESULTS, { recursive: true })
    await writeFile(new URL('network.json', RESULTS), `${JSON.stringify(measured, null, 2)}\n`)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureNetwork(server: string, members: number): Promise<Measured> {
  const name = `network-${members}`
  const url = await createDatabase(server, { name })
  await migrate(url)
  const pool: Pool = openPool(url, 16)
  try {
    const begun = performance.now()
    await loadNetwork(pool, members)
    const loadSeconds = Math.round((performance.now() - begun) / 1000)
    console.log(`${members.toLocaleString('en')} members loaded in ${loadSeconds} s`)
    const db = openDatabase(pool)
    const size = await measureSize(pool, members)
    const reads = await measureReads(db)
    const signUps = await measureSignUps({ db, pool }, members)
    const stages = await measureStageChanges(pool, members)
    return { members, loadSeconds, figures: [...reads, ...signUps, ...stages], size }
  } finally {
    await pool.end()
    await dropDatabase(server, name)
  }
}
