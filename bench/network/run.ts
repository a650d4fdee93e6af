import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/testing/databases.ts'
import { loadNetwork } from './load.ts'
import { measureReads, measureSignUps, measureSize, measureStageChanges, type Network } from './measure.ts'
import { tableOf } from './table.ts'

const SIZES = [1_000, 100_000, 1_000_000]

/**
 * The same questions to networks of a thousand, a hundred thousand and a million members, or of chosen sizes. Building
 * a million takes minutes: with `NETWORK_DIR` they are kept, and found there the next time.
 */
export async function benchNetwork(print: (line: string) => void, chosen: number[]) {
  const kept = process.env['NETWORK_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'trefoil-bench-')))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const networks: Network[] = []
  try {
    for (const members of chosen.length > 0 ? chosen : SIZES)
      networks.push(await openNetwork(postgres.url, members, print))
    return await report(networks, print)
  } finally {
    for (const { pool } of networks) await pool.end()
    await postgres.stop()
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
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

async function openNetwork(server: string, members: number, print: (line: string) => void): Promise<Network> {
  const name = `network-${members}`
  const owner = openPool(server, 1)
  const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) {
    const begun = performance.now()
    // It gets its name when it is complete.
    await dropDatabase(server, `${name}-half`)
    const half = await createDatabase(server, { name: `${name}-half` })
    await migrate(half)
    const loading = openPool(half, 1)
    await loadNetwork(loading, members)
    await loading.end()
    await owner.query(`alter database "${name}-half" rename to "${name}"`)
    print(`${members.toLocaleString('en')} members loaded in ${Math.round((performance.now() - begun) / 1000)} s`)
  }
  await owner.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.href)
  const pool = openPool(url.href, 16)
  await pool.query('checkpoint')
  return { members, pool, db: openDatabase(pool) }
}
