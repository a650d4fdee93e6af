import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacUnder } from './hmac.ts'

test('it is HMAC-SHA-256, for texts and keys of every length', () => {
  const texts = Array.from({ length: 300 }, (_, length) => 'é'.repeat(length))
  for (const key of [randomBytes(0), randomBytes(32), randomBytes(64)]) {
    const hmac = hmacUnder(key)
    for (const text of [...texts, 'x'.repeat(511), 'x'.repeat(512), 'x'.repeat(513), 'a'])
      expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
  }
  expect(() => hmacUnder(randomBytes(65))).toThrow('longer than a block')
})

// RFC 4231, test case 2.
test('as the standard has it', () => {
  expect(hmacUnder(Buffer.from('Jefe'))('what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
