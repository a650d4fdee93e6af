import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [60 * 60_000, '60 minutes'],
  [60 * 60_000 - 1001, '59 minutes'],
  [120_000, '2 minutes'],
  [119_000, '1 minute'],
  [60_000, '1 minute'],
  [59_000, '59 seconds'],
  [1000, '1 second'],
  [1, '1 second'],
  [0, '0 seconds'],
  [-5, '0 seconds'],
])('%i ms are %s', (ms, shown) => {
  expect(timeLeft(ms)).toBe(shown)
})
