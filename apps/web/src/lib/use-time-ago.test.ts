import { expect, test } from 'vitest'
import { timeAgo } from './use-time-ago.ts'

const now = Date.parse('2026-11-17T12:00:00Z')

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [2 * 60_000, '2 minutes ago'],
  [3_599_999, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [23 * 3_600_000, '23 hours ago'],
])('%i ms ago is %s', (ms, text) => {
  expect(timeAgo(now - ms, now)).toBe(text)
})

test('after a day it is a date', () => {
  expect(timeAgo(now - 24 * 3_600_000, now)).toMatch(/^on 16th November, 2026, \d\d:00$/)
})
