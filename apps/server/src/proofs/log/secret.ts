import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { sealedOnce } from '../../secrets/sealed-once.ts'

/** What owners' keys are derived from, with a seed of their own: a stolen database opens nothing. Made once. */
export const openLogSecret = async (db: Database, keyring: Keyring): Promise<Buffer> =>
  Buffer.from(await sealedOnce(db, keyring, 'log secret', randomBytes(32).toString('hex')), 'hex')
