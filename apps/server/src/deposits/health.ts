import type { Database } from '../db/database.ts'
import { workerHealth, type Health } from '../db/worker-status.ts'

/** One line for health: how far behind the scanner is, or why it waits. */
export const scannerHealth = (db: Database): Promise<Health> =>
  workerHealth(db, 'scanner', ({ head = 0, scanned = 0, final = 0 }) => {
    const behind = head - scanned
    return `ok, at block ${scanned}, final up to ${final}${behind > 0 ? `, ${behind} behind` : ''}`
  })

/** One line for health: how far the search for unmatched transfers is behind, or why it waits. */
export const unmatchedTransfersHealth = (db: Database): Promise<Health> =>
  workerHealth(db, 'unmatched_transfers', ({ left = 0 }) => `ok${left > 0 ? `, ${left} blocks behind` : ''}`)
