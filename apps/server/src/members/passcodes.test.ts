import { commonPasscodes } from '@trefoil/core/identity/common-passcodes'
import { describe, expect, test } from 'vitest'
import { PASSCODE } from '../testing/people.ts'
import { hashPasscode, passcodeMatches } from './passcodes.ts'

const ADA = { name: 'Ada Moreno', email: 'ada.m@gardeners.example' }
const weak = expect.objectContaining({ code: 'weak_passcode' }) as Error

describe('refused', () => {
  test.each([
    'letmein123456',
    'abcdefghijkl',
    'Passw0rd1234',
    'trefoiltrefoil',
    'Trefoil2026!!',
    'Tr3f0il-2026!',
    'AdaMoreno1985',
    'ada.m@gardeners.example',
    'gardeners2026',
    'qwertyuiop[]',
    '1qaz2wsx3edc4rfv',
    'asdfghjkl;12',
    'aaaaaaaaaaaaa1',
    'abcabcabcabcab',
    '121212121212',
    '123456789012',
    'iloveyou1234',
    'short',
    'x'.repeat(129),
  ])('%s', async (passcode) => {
    await expect(hashPasscode(passcode, ADA)).rejects.toThrow(weak)
  })
})

test('the 10,000 most common of 12 characters and more are refused, in any case', async () => {
  const common = commonPasscodes()
  expect(new Set(common).size).toBe(10_000)
  expect(common.filter((passcode) => passcode.length < 12)).toEqual([])
  // Every fiftieth: judging all of them takes minutes.
  const sample = common.filter((_, index) => index % 50 === 0)
  for (const passcode of [...sample, common.at(-1) ?? '', 'PLEASELETMEIN', 'Unbelievable'])
    await expect(hashPasscode(passcode, ADA), passcode).rejects.toThrow(weak)
})

describe('accepted', () => {
  test.each([
    PASSCODE,
    'a leaf of three for everyone',
    'another long passcode',
    'correct horse battery staple',
    'vK9#qTz2!mWx7',
  ])('%s', async (passcode) => {
    expect(await passcodeMatches(passcode, await hashPasscode(passcode, ADA))).toBe(true)
  })
})

test('the worst that can be typed is judged in a moment', async () => {
  await hashPasscode(PASSCODE, ADA)
  for (const piece of ['p@ssw0rd1!$', '4', '@$!03457|<', 'zxcvbn4$5%', 'aB3$xK9!pQ2@']) {
    const before = performance.now()
    await hashPasscode(piece.repeat(128).slice(0, 128), ADA).catch(() => undefined)
    // Without bounds this takes seconds.
    expect(performance.now() - before, piece).toBeLessThan(1000)
  }
})
