import type { Lease } from '../../db/client-under-lease.ts'
import type { PurposeKey } from '../../secrets/keyring.ts'

/** Everything that the thread needs: it opens members' private keys, and nothing else. */
export type BuildOrder = {
  databaseUrl: string
  epoch: number
  installation: Uint8Array
  key: Uint8Array
  privateKeys: readonly PurposeKey[]
  /** The lease of the process that counts, if it counts for all. */
  lease?: Lease
}

export type Built = {
  journal: bigint
  at: Date
  owners: number
  unnamed: number
  depth: number
  leaves: number
  root: Uint8Array
  total: bigint
}

export type Progress = { counted: number; owners: number }
/** `interrupted`: something else than the books, such as a lost connection. */
export type Counted = { built: Built } | { cannotCount: string } | { interrupted: string } | Progress
