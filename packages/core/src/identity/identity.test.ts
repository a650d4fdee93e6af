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

test('a passcode is judged by what is left without the product’s name and the owner’s', () => {
  const owner = { name: 'Ada Moreno', email: 'ada.m@gardeners.example' }
  const judged: string[] = []
  const check = (passcode: string) => () =>
    refuseWeakPasscode(passcode, owner, (text) => {
      judged.push(text)
      return text.replaceAll(' ', '').length >= 12 ? 3 : 2
    })
  for (const weak of ['Trefoil-2026!', 'Tr3f0il-2026!', 'adaMORENO1985!', 'gardeners.example'])
    expect(check(weak), weak).toThrowError(expect.objectContaining({ code: 'weak_passcode' }))
  expect(judged).toEqual([' -2026!', ' -2026!', '  1985!', ' . '])
  for (const fine of ['a plain sentence will do', 'trefoil leaves are three each'])
    expect(check(fine), fine).not.toThrow()
})

test('a passcode that is too short, too long or one piece over and over is not judged further', () => {
  const nobody = { name: '', email: '' }
  const check = (passcode: string) => () => refuseWeakPasscode(passcode, nobody, () => 4)
  for (const weak of ['short', 'a'.repeat(129), 'aaaaaaaaaaaa', 'abcabcabcabcab', '😀😀😀😀😀😀😀😀😀😀😀'])
    expect(check(weak), weak).toThrowError(expect.objectContaining({ code: 'weak_passcode' }))
  expect(check('𝒶'.repeat(6) + 'bcdefg')).not.toThrow()
})

test('however long a passcode is, a bounded part of it is judged', () => {
  let longest = 0
  const score = (text: string) => {
    longest = Math.max(longest, text.length)
    return 4
  }
  refuseWeakPasscode('long and longer '.repeat(8), { name: '', email: '' }, score)
  expect(longest).toBe(32)
})
