import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { thenStop } from '../cleanup.ts'

/** A migrated database without any members. */
export async function startScratch(): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await migrate(postgres.url).catch((error: unknown) => thenStop(() => Promise.reject(error), stop))
  return { databaseUrl: postgres.url, stop }
}
