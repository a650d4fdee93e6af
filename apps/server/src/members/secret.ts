import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
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

/** With another secret no key, code or token of this database would work: better not to start. */
export async function refuseForeignSecret(db: Database, keyring: Keyring): Promise<void> {
  const fingerprint = keyring.digest('installation', 'secret').toString('base64url')
  await db
    .insertInto('installation')
    .values({ key: 'secret', value: JSON.stringify({ fingerprint }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', 'secret')
    .executeTakeFirstOrThrow()
  if (value['fingerprint'] !== fingerprint)
    throw new StartError('This database was made with another secret: start with the TREFOIL_SECRET it had before.')
}
