import { createHash } from 'node:crypto'
import type { Reader } from '../../db/database.ts'

/** Of the newest signed checkpoint. Without one, of the empty log. */
export async function readLogHead(db: Reader): Promise<{ size: bigint; root: Uint8Array }> {
  const row = await db
    .selectFrom('proof_log')
    .select(['size', 'root'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { size: BigInt(row.size), root: row.root } : { size: 0n, root: createHash('sha256').digest() }
}
