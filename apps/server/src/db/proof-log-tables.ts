import type { Generated } from 'kysely'
import type { Height, Timestamp } from './column-types.ts'

/** The log of what was written: progress, tree, what its leaves are, and what hides their content. */
export type ProofLogTables = {
  proof_log_progress: { size: Height; journal_id: Height; audit_entry_id: Height; was_restored: Generated<boolean> }
  proof_log_tile: { level: number; index: Height; hashes: Buffer }
  proof_log_run: { first_index: Height; kind: number; first_id: Height; count: Height }
  proof_log_salt: { kind: number; id: Height; salt: Buffer }
  proof_log_key: { owner: number; seed: Buffer | null; erased_at: Date | null }
  proof_log_commitment: { journal_id: Height; position: number; commitment: Buffer }
  proof_log: {
    number: number
    opened_at: Timestamp
    previous_number: number | null
    previous_size: Height | null
    previous_root: Buffer | null
    size: Height
    root: Buffer
    checkpoint: string
    signed_at: Timestamp
  }
}
