import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { heldVersions, type Ask } from '../secrets/held-versions.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { UNSTAMPED } from '../secrets/version.ts'
import { StartError } from '../start-error.ts'

/** Demo mode generates its own secret and keeps it with its data. Production has to provide one. */
export async function secretIn(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    // Only the first of several processes writes it.
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

/** Without a version that something needs, no key, code or token made with it would work: better not to start. */
export async function refuseForeignSecret(db: Database, keyring: Keyring): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: 'secret', value: JSON.stringify({ fingerprint: keyring.versions[0]?.fingerprint }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const problem = await missingVersion((statement) => sql.raw(statement).execute(db), keyring)
  if (problem === 'another secret')
    throw new StartError('This database was made with another secret: start with the TREFOIL_SECRET it had before.')
  if (problem !== undefined)
    throw new StartError(
      `Stored data needs version ${problem} of TREFOIL_SECRET, which is not given: add it after a comma, and see \`npm run trefoil -- secret status\`.`,
    )
}

/** The version that stored data needs, but that is not given; or that no version is this installation's. */
export async function missingVersion(ask: Ask, keyring: Keyring): Promise<string | undefined> {
  const held = await heldVersions(ask)
  const { rows } = await ask(`select value ->> 'fingerprint' as fingerprint from installation where key = 'secret'`)
  const [original] = rows as { fingerprint: string }[]
  // What is from before versions, and an installation in which nothing is sealed yet.
  const needsOriginal = held.has(UNSTAMPED) || held.size === 0
  if (needsOriginal && original && !keyring.versions.some(({ fingerprint }) => fingerprint === original.fingerprint))
    return 'another secret'
  const missing = [...held].filter((id) => id !== UNSTAMPED && !keyring.versions.some((version) => version.id === id))
  if (missing.length > 0 && missing.length === held.size) return 'another secret'
  return missing[0]
}
