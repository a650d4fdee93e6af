import { randomBytes } from 'node:crypto'
import { NODE_BYTES, parentsOf } from '@trefoil/core/proofs/sum-tree'
import { expect, test } from 'vitest'
import { parentsOfMany } from './parents-of-many.ts'

/** Amounts of which two can be added. */
function children(count: number): Buffer {
  const nodes = randomBytes(count * NODE_BYTES)
  for (let node = 0; node < count; node++) nodes.writeUInt8(node % 128, node * NODE_BYTES + 32)
  return nodes
}

test('the nodes above many are those that core computes', () => {
  for (const pairs of [1, 3, 1024, 1025]) {
    const nodes = children(2 * pairs)
    expect(Buffer.from(parentsOfMany(nodes)).equals(parentsOf(nodes))).toBe(true)
  }
})

test('more than 64 bits are refused there as well', () => {
  const nodes = children(2).fill(0xff)
  expect(() => parentsOfMany(nodes)).toThrow('more than 2^64')
})
