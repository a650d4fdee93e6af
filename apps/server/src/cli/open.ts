import { asApplication, asReader, openDatabase, openPool, type Database } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import type { Settings } from '../env.ts'
import { actIn, type Act } from '../members/audit.ts'

// Checks over the whole history take long.
const POOL = { application_name: 'command line', statement_timeout: 0 }

export type Opened = {
  /** The owner's URL, for migrations, backups and restores. */
  ownerUrl: string
  /** Read-only: the database refuses writes. */
  db: Database
  /** For changes that belong in the audit log. */
  act: Act
  /** For writes that are not an operator's: made-up members, results of checks, the secret's fingerprint. */
  unaudited: Database
}

/** Uses the configured database or the embedded one, which it starts if necessary, and stops if nobody else needs it. */
export async function withDatabase<Result>(
  settings: Settings,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded({ dataDir: settings.dataDir, log: () => {} })
  try {
    const ownerUrl = settings.databaseUrl ?? embedded?.url ?? ''
    const url = asApplication(ownerUrl)
    const [readers, writers] = [openPool(asReader(url), 4, POOL), openPool(url, 4, POOL)]
    const unaudited = openDatabase(writers)
    try {
      return await use({ ownerUrl, db: openDatabase(readers), act: actIn(unaudited), unaudited })
    } finally {
      await Promise.all([readers.end(), writers.end()])
    }
  } finally {
    await embedded?.stop()
  }
}
