import { createHash } from 'node:crypto'
import type { Reader } from '../db/database.ts'
import { readInstallationId } from '../db/installation-id.ts'

/** What proofs call this installation. */
export async function readInstallation(db: Reader): Promise<Uint8Array> {
  return createHash('sha256')
    .update('trefoil installation')
    .update(await readInstallationId(db))
    .digest()
}
