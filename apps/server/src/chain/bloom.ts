import { fromHex } from 'ox/Bytes'
import { keccak256 } from 'ox/Hash'
import type { Hex } from './chain.ts'

const BLOOM_BITS = 2048

/**
 * Whether a header's filter permits that all of these, addresses and topics of logs, occur in its block. A no is certain;
 * a yes may be an accident.
 */
export function bloomPermits(bloom: Hex, values: readonly Hex[]): boolean {
  const bits = fromHex(bloom)
  return values.every((value) =>
    bitsOf(value).every((bit) => ((bits[bits.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0),
  )
}

/** The first three pairs of bytes of the hash, each modulo the size of the filter. */
function bitsOf(value: Hex): number[] {
  const hash = keccak256(value, { as: 'Bytes' })
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BLOOM_BITS)
}
