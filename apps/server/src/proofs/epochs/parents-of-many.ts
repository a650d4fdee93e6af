import { HASH_BYTES, viewOf } from '@trefoil/core/proofs/bytes'
import { NODE_BYTES, PARENT_BYTES, type ParentsOf, writeParent } from '@trefoil/core/proofs/sum-tree'
import { hashMany } from '../sha256/hash-many.ts'

/** The same as core's, for many. */
export const parentsOfMany: ParentsOf = (children) => {
  const from = { bytes: children, view: viewOf(children) }
  const parents = new Uint8Array(children.length / 2)
  const view = viewOf(parents)
  const places = Array.from({ length: parents.length / NODE_BYTES }, (_, index) => index * NODE_BYTES)
  hashMany(places, {
    length: PARENT_BYTES,
    write: (room, at, place) => view.setBigUint64(place + HASH_BYTES, writeParent(room, at, from, 2 * place)),
    take: (hash, _, place) => parents.set(hash, place),
  })
  return parents
}
