import { afterEach, expect, test, vi } from 'vitest'
import { amountParts as ofMembers } from '../../lib/formats.ts'
import { amountParts, printedMoment, showBasisPoints, unitParts } from './formats.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['UTC', 'Pacific/Auckland', 'America/New_York'])(
  'in %s, a receipt’s page has the moment that is printed on it',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(printedMoment('2026-11-17T23:14:59.999Z')).toBe('17 November 2026, 23:14 UTC')
  },
)

test.each([0, 0.00001, 12.5, 999.99999, 1234.5, 1_234_567.89])('strangers see %d as members do', (amount) => {
  const { sign, ...parts } = ofMembers(amount)
  expect([sign, amountParts(amount)]).toEqual(['', parts])
  expect(unitParts(BigInt(Math.round(amount * 100_000)))).toEqual(parts)
})

test('more than a number holds exactly is shown to the last unit', () => {
  expect(unitParts(2n ** 64n - 1n)).toEqual({
    thousands: ['184', '467', '440', '737', '095'],
    cents: '51',
    rest: '615',
  })
})

test.each([
  [0n, '0.00 %'],
  [9n, '0.09 %'],
  [9999n, '99.99 %'],
  [10_081n, '100.81 %'],
  [123_456_789n, '1,234,567.89 %'],
])('%d basis points are %s', (basisPoints, shown) => {
  expect(showBasisPoints(basisPoints)).toBe(shown)
})

test('in Arabic, that moment has the comma that is printed there', async () => {
  const TEXTS = `data:text/javascript,${encodeURIComponent('export const later = undefined; export default {}')}`
  vi.stubGlobal('document', { documentElement: { lang: 'ar', dataset: { catalogue: TEXTS } } })
  vi.resetModules()
  const { printedMoment: inArabic } = await import('./formats.ts')
  vi.unstubAllGlobals()
  // Other files share their modules with this one, and are in English.
  vi.resetModules()
  expect(inArabic('2026-11-17T23:14:59.999Z')).toBe('17 نوفمبر 2026، 23:14 UTC')
})
