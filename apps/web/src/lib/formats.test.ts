import { expect, test } from 'vitest'
import { showDate } from './formats.ts'

test.each([
  ['2025-01-01T00:00:00Z', '1st January, 2025'],
  ['2025-02-02T12:00:00Z', '2nd February, 2025'],
  ['2025-03-03T12:00:00Z', '3rd March, 2025'],
  ['2025-04-04T12:00:00Z', '4th April, 2025'],
  ['2025-05-11T12:00:00Z', '11th May, 2025'],
  ['2025-06-12T12:00:00Z', '12th June, 2025'],
  ['2025-07-13T12:00:00Z', '13th July, 2025'],
  ['2025-08-21T12:00:00Z', '21st August, 2025'],
  ['2025-09-22T12:00:00Z', '22nd September, 2025'],
  ['2025-10-23T12:00:00Z', '23rd October, 2025'],
  ['2025-12-31T23:59:59Z', '31st December, 2025'],
])('%s reads %s', (instant, shown) => {
  expect(showDate(instant, 'UTC')).toBe(shown)
})

test('a day is the day of the place it is read in', () => {
  expect(showDate('2025-01-01T01:00:00Z', 'America/New_York')).toBe('31st December, 2024')
})
