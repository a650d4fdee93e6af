import { hash } from 'node:crypto'
import type { MemberId } from '@trefoil/core/ledger/account'

/** What a request is remembered by: its sender's key, and a hash of what it asked for. */
export type RequestKey = { readonly member: MemberId; readonly key: string; readonly hash: bigint }

/** The parts of the request must always be given in the same order. */
export function requestKey(
  member: MemberId,
  key: string | undefined,
  parts: readonly (string | number)[],
): RequestKey | undefined {
  if (key === undefined) return undefined
  return { member, key, hash: hash('sha256', JSON.stringify(parts), 'buffer').readBigInt64BE() }
}
