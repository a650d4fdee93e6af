import { hash } from 'node:crypto'
import type { MemberId } from '@trefoil/core/ledger/account'

/** Identifies a request: the sender's key, and a hash of its content. */
export type RequestKey = { readonly member: MemberId; readonly key: string; readonly hash: bigint }

/** The hash depends on the order of the parts: always pass the same one. */
export function requestKey(
  member: MemberId,
  key: string | undefined,
  parts: readonly (string | number)[],
): RequestKey | undefined {
  if (key === undefined) return undefined
  return { member, key, hash: hash('sha256', JSON.stringify(parts), 'buffer').readBigInt64BE() }
}
