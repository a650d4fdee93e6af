import type { Database } from '../../db/database.ts'
import { workerHealth, type Health } from '../../db/worker-status.ts'

/** One line for health. Without a contract, nothing is claimed that could be wrong. */
export const epochsHealth = (db: Database): Promise<Health> =>
  workerHealth(db, 'epochs', ({ configured = 0, epoch = 0 }) => {
    if (configured === 0) return 'ok, no contract for attestations is configured'
    return epoch === 0 ? 'ok, none yet' : `ok, the newest is ${epoch}`
  })
