import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { thenStop } from '../cleanup.ts'
import { keptDatabase } from '../kept.ts'
import type { Output, Result } from '../report.ts'
import { loadNetwork } from './load.ts'
import { measureReads, measureSignUps, measureSize, measureStageChanges, type Figure, type Network } from './measure.ts'
import { tableOf } from './table.ts'

const SIZES = [1_000, 100_000, 1_000_000]

/**
 * The same queries on networks of a thousand, a hundred thousand and a million members, or of chosen sizes. Building a
 * million takes minutes: with `NETWORK_DIR` networks are kept and reused.
 */
export async function benchNetwork(out: Output, chosen: number[]): Promise<Result> {
  const kept = process.env['NETWORK_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'trefoil-bench-')))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const networks: Network[] = []
  return thenStop(
    async () => {
      for (const members of chosen.length > 0 ? chosen : SIZES)
        networks.push(await openNetwork(postgres.url, members, out))
      return measureNetworks(networks, out)
    },
    async () => {
      for (const { pool } of networks) await pool.end()
      await postgres.stop()
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  )
}

async function measureNetworks(networks: Network[], out: Output): Promise<Result> {
  const members = networks.map((network) => network.members)
  const figures: Figure[] = []
  const note = (figure: Figure) => {
    figures.push(figure)
    out.figure({ members, ...figure })
  }
  const sizes = await Promise.all(networks.map(measureSize))
  out.figure({ what: 'size', members, sizes })
  await measureReads(networks, note)
  await measureSignUps(networks, note)
  await measureStageChanges(networks, note)
  return { table: tableOf({ members, figures, sizes }), ratios: {} }
}

async function openNetwork(server: string, members: number, { say }: Output): Promise<Network> {
  const url = await keptDatabase({
    server,
    name: `network-${members}`,
    load: (pool) => loadNetwork(pool, members),
    say,
  })
  const pool = openPool(url, 16)
  await pool.query('checkpoint')
  return { members, pool, db: openDatabase(pool) }
}
