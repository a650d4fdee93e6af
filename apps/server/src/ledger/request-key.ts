import { hash } from 'node:crypto'
import type { MemberId } from '@trefoil/core/ledger/account'

/** Identifies a request: the sender's key, and a hash of its content. */
export type RequestKey = { readonly member: MemberId; readonly key: string; readonly hash: bigint }

/** As many as a bigint of the database holds. */
const HASH_DIGITS = 16

/** The hash depends on the order of the parts: always pass the same one. */
export function requestKey(
  member: MemberId,
  key: string | undefined,
  parts: readonly (string | number)[],
): RequestKey | undefined {
  if (key === undefined) return undefined
  const digits = hash('sha256', JSON.stringify(parts)).slice(0, HASH_DIGITS)
  return { member, key, hash: BigInt.asIntN(64, BigInt(`0x${digits}`)) }
}
