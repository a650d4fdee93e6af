import { keccak_256 } from '@noble/hashes/sha3.js'
import { depositAddress } from '@trefoil/core/deposits/deposit-address'
import type { Wallet } from './kept-wallet.ts'

/** Computed rather than believed: an address that was changed on its way, or in the cache, is never shown. */
export function isComputable({ wallet_address, parameters }: Wallet): boolean {
  try {
    return depositAddress(parameters, keccak_256) === wallet_address
  } catch {
    // Not even the right kind of facts, as in what an earlier version kept.
    return false
  }
}
