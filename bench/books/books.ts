import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool, type Pool } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { thenStop } from '../cleanup.ts'
import { keptDatabase } from '../kept.ts'
import { loadNetwork } from '../network/load.ts'
import { loadBooks } from './load.ts'

/**
 * Ten journals for each member. Making the books of a million members takes long: with `BOOKS_DIR` they are kept and used
 * again.
 */
export async function withBooks<Value>(
  { members, say }: { members: number; say: (line: string) => void },
  act: (pool: Pool) => Promise<Value>,
): Promise<Value> {
  const kept = process.env['BOOKS_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'trefoil-bench-')))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  return thenStop(
    async () => {
      const url = await keptDatabase({
        server: postgres.url,
        name: `books-${members}`,
        async load(pool) {
          await loadNetwork(pool, members)
          await loadBooks(pool)
        },
        say,
      })
      const pool = openPool(url, 4, { statement_timeout: 0 })
      return thenStop(
        () => act(pool),
        () => pool.end(),
      )
    },
    async () => {
      await postgres.stop()
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  )
}
