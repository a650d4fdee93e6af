import { afterEach, expect, test, vi } from 'vitest'
import { amountParts as ofMembers } from '../../lib/formats.ts'
import { amountParts, printedMoment } from './formats.ts'

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
})
