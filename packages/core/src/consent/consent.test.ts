import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { donatesFrom, refuseWhileWaiting, requireAgreement } from './agreement.ts'
import { compareLines } from './compare-lines.ts'
import { EVERYBODY, requireMayAgree } from './may-agree.ts'

const refusal = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return 'none'
}

test.for([
  { asked: 0, agreed: 0, code: 'none' },
  { asked: 2, agreed: 1, code: 'agreement_required' },
  { asked: 2, agreed: 2, code: 'none' },
])('of turn $asked, $agreed was agreed to: $code', ({ code, ...turns }) => {
  expect(refusal(() => requireAgreement(turns))).toBe(code)
})

test('a newcomer waits so many hours, and not a moment longer', () => {
  const joined = new Date('2026-03-01T10:00:00Z')
  const at = (now: string, waitingHours = 24) => donatesFrom({ joined, waitingHours, now: new Date(now) })
  expect(at('2026-03-02T09:59:59Z')).toEqual(new Date('2026-03-02T10:00:00Z'))
  expect(at('2026-03-02T10:00:00Z')).toBeNull()
  expect(at('2026-03-01T10:00:00Z', 0)).toBeNull()
  expect(() => refuseWhileWaiting(at('2026-03-01T11:00:00Z'))).toThrow('2026-03-02 10:00 UTC')
})

test('countries are refused, or only some are allowed', () => {
  const said = (country: string | null) => ({ country, atLeast: null })
  const refuse = { ...EVERYBODY, countries: ['US', 'KP'] }
  const only = { ...refuse, onlyThese: true }
  expect(requireMayAgree(refuse, said('DE'))).toEqual(said('DE'))
  expect(refusal(() => requireMayAgree(refuse, said('US')))).toBe('country_refused')
  expect(refusal(() => requireMayAgree(refuse, said(null)))).toBe('invalid_request')
  expect(requireMayAgree(only, said('US'))).toEqual(said('US'))
  expect(refusal(() => requireMayAgree(only, said('DE')))).toBe('country_refused')
  expect(requireMayAgree(refuse, said('XK'))).toEqual(said('XK'))
  for (const unknown of ['ZZ', 'QQ', 'de', 'EU'])
    expect(refusal(() => requireMayAgree(refuse, said(unknown)))).toBe('invalid_request')
  // What is not asked is not kept.
  expect(requireMayAgree(EVERYBODY, { country: 'DE', atLeast: 99 })).toEqual(said(null))
})

test('an age is confirmed, and no other is kept', () => {
  const adults = { ...EVERYBODY, minimumAge: 18 }
  expect(requireMayAgree(adults, { country: null, atLeast: 21 })).toEqual({ country: null, atLeast: 18 })
  expect(refusal(() => requireMayAgree(adults, { country: null, atLeast: 16 }))).toBe('age_required')
  expect(refusal(() => requireMayAgree(adults, { country: null, atLeast: null }))).toBe('age_required')
})

test('both texts can be read from their comparison', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      const compared = compareLines(old.join('\n'), now.join('\n'))
      const without = (kind: string) => compared.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect(without('added')).toEqual(old)
      expect(without('removed')).toEqual(now)
    }),
  )
})

test('a line that changed is taken away and added, and its neighbours are the same', () => {
  expect(compareLines('one\ntwo\nthree', 'one\n2\nthree')).toEqual([
    { kind: 'same', text: 'one' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: 'three' },
  ])
  const long = Array.from({ length: 3000 }, (_, index) => `line ${index}`)
  expect(compareLines(long.join('\n'), long.toReversed().join('\n')).length).toBeGreaterThanOrEqual(3000)
})
