import { afterEach, expect, test, vi } from 'vitest'
import { printedMoment } from './formats.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['UTC', 'Pacific/Auckland', 'America/New_York'])(
  'in %s, a receipt’s page has the moment that is printed on it',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(printedMoment('2026-11-17T23:14:59.999Z')).toBe('17 November 2026, 23:14 UTC')
  },
)
