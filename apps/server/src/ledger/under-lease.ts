import type { Lease } from '../db/client-under-lease.ts'
import type { Ledger } from './batch.ts'

/** The same ledger, for a leader: once another process leads, it posts nothing. */
export const ledgerUnderLease = (ledger: Ledger, lease: Lease): Ledger => ({
  ...ledger,
  post: (operation, order) => ledger.post(operation, { ...order, lease }),
})
