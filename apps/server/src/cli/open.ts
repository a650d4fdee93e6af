import { asApplication, asReader, openDatabase, openPool, type Database } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import type { Settings } from '../env.ts'
import { actIn, type Act } from '../members/audit.ts'

// The figures of all of history take their time.
const POOL = { application_name: 'command line', statement_timeout: 0 }

export type Opened = {
  /** The owner's address: for migrations, backups and restores. */
  ownerUrl: string
  /** For looking: the database refuses to write through it. */
  db: Database
  /** For what an operator could be asked about: with its entry in the audit log. */
  act: Act
  /** For what is nobody's act: made-up members, what a check finds, the fingerprint of the secret. */
  unaudited: Database
}

/** The configured database, or the embedded one, started if it is not there and ended again if nobody else needs it. */
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
