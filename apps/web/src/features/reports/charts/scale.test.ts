import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksUpTo } from './scale.ts'

test.each([
  [0, [0]],
  [4, [0, 1, 2, 3, 4]],
  [5.2, [0, 2, 4, 6]],
  [100, [0, 25, 50, 75, 100]],
  [0.00004, [0, 0.00001, 0.00002, 0.00003, 0.00004]],
])('up to %d the lines are at %j', (max, ticks) => {
  expect(ticksUpTo(max)).toEqual(ticks)
})

test('whole things have whole lines', () => {
  expect(ticksUpTo(2, { whole: true })).toEqual([0, 1, 2])
})

test('whatever the largest, it fits below the last line, and there are at most five', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-5, max: 1e12, noNaN: true }), fc.boolean(), (max, whole) => {
      const ticks = ticksUpTo(max, { whole })
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9))
      expect(ticks.length).toBeLessThanOrEqual(5)
    }),
  )
})
