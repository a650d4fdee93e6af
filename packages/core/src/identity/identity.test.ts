import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuseWeakPasscode } from './passcode.ts'
import { makePrivateKey, parsePrivateKey } from './private-key.ts'
import { makeReferralCode, parseReferralCode } from './referral-code.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test('every private key starts with tf, has no separators and parses back', () => {
  fc.assert(
    fc.property(bytes(16), (random) => {
      const key = makePrivateKey(random)
      expect(key).toMatch(/^tf[0-9a-hjkmnp-tv-z]{28}$/)
      expect(parsePrivateKey(key)).toBe(key)
      expect(parsePrivateKey(` ${key.toUpperCase().replaceAll('1', 'I').replaceAll('0', 'o')}\n`)).toBe(key)
    }),
  )
})

test('one wrong character or two swapped neighbours are detected', () => {
  fc.assert(
    fc.property(bytes(16), fc.integer({ min: 2, max: 29 }), fc.integer({ min: 0, max: 31 }), (random, at, digit) => {
      const key = makePrivateKey(random)
      const wrong = key.slice(0, at) + '0123456789abcdefghjkmnpqrstvwxyz'.charAt(digit) + key.slice(at + 1)
      if (wrong !== key) expect(parsePrivateKey(wrong)).toBeUndefined()
      if (at === 29) return
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
      if (swapped !== key) expect(parsePrivateKey(swapped)).toBeUndefined()
    }),
  )
})

test('malformed text is not a key', () => {
  for (const text of ['', 'tf', 'x'.repeat(30), `tf${'z'.repeat(28)}`, `0x${'a'.repeat(40)}`, '__proto__'])
    expect(parsePrivateKey(text)).toBeUndefined()
})

test('a referral code survives being read aloud', () => {
  fc.assert(
    fc.property(bytes(5), (random) => {
      const code = makeReferralCode(random)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
      expect(parseReferralCode(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toBe(code)
    }),
  )
  expect(parseReferralCode('SHORT')).toBeUndefined()
  expect(parseReferralCode('UUUUUUUU')).toBeUndefined()
})

test('a weak passcode is refused, a plain sentence is not', () => {
  const context = { isCommon: (text: string) => text === 'password1234', email: 'ada@example.org' }
  const check = (passcode: string) => () => refuseWeakPasscode(passcode, context)
  for (const weak of ['short', 'a'.repeat(129), 'aaaaaaaaaaaa', 'abcabcabcabcab', 'Password1234', 'Ada@Example.org'])
    expect(check(weak)).toThrowError(expect.objectContaining({ code: 'weak_passcode' }))
  for (const fine of ['a plain sentence will do', '𝒶'.repeat(6) + 'bcdefg', 'x7'.repeat(6) + 'tail'])
    expect(check(fine)).not.toThrow()
})
