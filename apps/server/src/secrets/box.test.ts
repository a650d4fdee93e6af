import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openBox, sealBox } from './box.ts'

test('a box opens with its own key only, and not once a byte of it was changed', () => {
  const key = createSecretKey(randomBytes(32))
  const box = sealBox(key, 'something personal')
  expect(openBox(key, box)).toBe('something personal')
  expect(box.includes('personal')).toBe(false)
  expect(sealBox(key, 'something personal').equals(box)).toBe(false)
  expect(() => openBox(createSecretKey(randomBytes(32)), box)).toThrow()
  for (let position = 0; position < box.length; position++) {
    const changed = Buffer.from(box)
    changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
    expect(() => openBox(key, changed), `byte ${position}`).toThrow()
  }
  expect(() => openBox(key, box.subarray(0, -1))).toThrow()
})
