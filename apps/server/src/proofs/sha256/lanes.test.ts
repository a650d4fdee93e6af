import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { Sha256Lanes } from './lanes.ts'
import { BLOCK_BYTES } from './module.ts'

test('messages of any length get the hashes that the system gives them, many at once', () => {
  const lanes = new Sha256Lanes()
  for (const count of [1, 2, 3, 4, 5, 300]) {
    lanes.clear()
    const messages = Array.from({ length: count }, (_, index) =>
      randomBytes(index < 200 ? index + randomInt(2) * 50 : randomInt(5000)),
    )
    const hashes = messages.map((message) => {
      const [at, to] = [lanes.allocate(message.length + 2 * BLOCK_BYTES), lanes.allocate(32)]
      lanes.bytes.set(message, at)
      lanes.hash(at, message.length, to)
      return to
    })
    lanes.finish()
    expect(hashes.map((at) => lanes.bytes.toString('hex', at, at + 32))).toEqual(
      messages.map((message) => hash('sha256', message)),
    )
  }
})

test('a hash goes on from the state after a block, as an HMAC does', () => {
  const lanes = new Sha256Lanes()
  const [key, message] = [randomBytes(32), randomBytes(12)]
  const state = (pad: number) => {
    const [at, to] = [lanes.allocate(BLOCK_BYTES), lanes.allocate(32)]
    lanes.bytes.set(
      Buffer.concat([key, Buffer.alloc(32)]).map((byte) => byte ^ pad),
      at,
    )
    lanes.begin(at, to)
    return to
  }
  const [inner, outer] = [state(0x36), state(0x5c)]
  lanes.finish()
  const [first, second] = [lanes.allocate(BLOCK_BYTES), lanes.allocate(BLOCK_BYTES)]
  lanes.bytes.set(message, first)
  lanes.continue({ from: inner, before: BLOCK_BYTES, message: first, length: 12, to: second })
  lanes.finish()
  lanes.continue({ from: outer, before: BLOCK_BYTES, message: second, length: 32, to: second })
  lanes.finish()
  expect(lanes.bytes.toString('hex', second, second + 32)).toBe(createHmac('sha256', key).update(message).digest('hex'))
})
