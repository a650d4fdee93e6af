import { HASH_BYTES, type Room } from '@trefoil/core/proofs/bytes'
import { Sha256Lanes } from './lanes.ts'
import { BLOCK_BYTES } from './module.ts'

/** Few enough for the processor's cache. */
const AT_ONCE = 1024
/** What SHA-256 ends a message with, at least. */
const PADDING_BYTES = 9

const lanes = new Sha256Lanes()

type Messages<Item> = {
  /** Of each. */
  length: number
  write: (room: Room, at: number, item: Item) => void
  /** `hash` is only there during the call. */
  take: (hash: Uint8Array, index: number, item: Item) => void
}

/** Hashes a message of each item, all of one length, in a fraction of the time that one after the other takes. */
export function hashMany<Item>(items: readonly Item[], { length, write, take }: Messages<Item>): void {
  const room = Math.ceil((length + PADDING_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const some = items.slice(first, first + AT_ONCE)
    lanes.clear()
    const messages = lanes.allocate(some.length * room)
    const hashes = lanes.allocate(some.length * HASH_BYTES)
    for (const [index, item] of some.entries()) {
      write(lanes, messages + index * room, item)
      lanes.hash(messages + index * room, length, hashes + index * HASH_BYTES)
    }
    lanes.finish()
    for (const [index, item] of some.entries()) {
      const at = hashes + index * HASH_BYTES
      take(lanes.bytes.subarray(at, at + HASH_BYTES), first + index, item)
    }
  }
}
