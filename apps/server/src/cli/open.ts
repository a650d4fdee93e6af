import { asReader, openDatabase, openPool, type Database } from '../db/database.ts'
import { bringUpToDate, openLogins, type Logins } from '../db/logins.ts'
import type { Settings } from '../env.ts'
import { actIn, type Act } from '../members/audit.ts'
import { StartError } from '../start-error.ts'

// Checks over the whole history take long.
const POOL = { application_name: 'command line', statement_timeout: 0 }

export type Opened = {
  logins: Logins
  /** The application's URL. */
  url: string
  /** The URL of the tables' owner, for migrations and restores. Refused in one sentence where it is not configured. */
  ownerUrl: () => string
  /** Migrates where the owner's login is configured; otherwise the database has to be of this program's version. */
  bringUpToDate: () => Promise<number>
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
  const { stop, ...logins } = await openLogins(settings)
  const { url } = logins
  const ownerUrl = () => {
    if (logins.ownerUrl !== undefined) return logins.ownerUrl
    throw new StartError('Set DATABASE_OWNER_URL: only the login that owns the tables can do this.')
  }
  try {
    const [readers, writers] = [openPool(asReader(url), 4, POOL), openPool(url, 4, POOL)]
    const unaudited = openDatabase(writers)
    try {
      return await use({
        logins,
        url,
        ownerUrl,
        bringUpToDate: () => bringUpToDate(logins),
        db: openDatabase(readers),
        act: actIn(unaudited),
        unaudited,
      })
    } finally {
      await Promise.all([readers.end(), writers.end()])
    }
  } finally {
    await stop()
  }
}
