import { asApplication, openDatabase, openPool, type Database } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import type { Settings } from '../env.ts'

export type Opened = {
  /** The owner's address: for migrations, backups and restores. */
  ownerUrl: string
  /** As the application works. */
  db: Database
}

/** The configured database, or the embedded one, started if it is not there and ended again if nobody else needs it. */
export async function withDatabase<Result>(
  settings: Settings,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded({ dataDir: settings.dataDir, log: () => {} })
  try {
    const ownerUrl = settings.databaseUrl ?? embedded?.url ?? ''
    const pool = openPool(asApplication(ownerUrl), 4, {
      application_name: 'command line',
      // The figures of all of history take their time.
      statement_timeout: 0,
    })
    try {
      return await use({ ownerUrl, db: openDatabase(pool) })
    } finally {
      await pool.end()
    }
  } finally {
    await embedded?.stop()
  }
}
