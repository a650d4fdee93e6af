import { LOCKS } from '../db/database.ts'
import type { Statement } from '../db/pipeline.ts'

/** One poster at a time. Batches are ordered here, so no journal depends on an uncommitted one. */
export const lockLedger: Statement = {
  name: 'lock',
  text: `select pg_advisory_xact_lock(${LOCKS.space}, ${LOCKS.ledger})`,
}
