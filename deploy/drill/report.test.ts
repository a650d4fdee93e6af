import { describe, expect, test } from 'vitest'
import { longestGap } from './load/load.ts'
import { missedBy } from './report.ts'

const well = {
  drill: 'switchover',
  silenceMs: 1900,
  silenceMaxMs: 10_000,
  answers: { '200': 5, '503': 2, none: 1 },
  acknowledged: 5,
  medianMs: 10,
  lost: 0,
  doubled: 0,
  tookMs: 12_000,
}

test('the silence is the longest time between two answers, or to an end of the drill', () => {
  expect(longestGap([130, 110, 120], { from: 100, to: 140 })).toBe(10)
  expect(longestGap([110, 150, 155], { from: 100, to: 160 })).toBe(40)
  expect(longestGap([160], { from: 100, to: 170 })).toBe(60)
  expect(longestGap([], { from: 100, to: 170 })).toBe(70)
})

describe('a drill', () => {
  test('meets its goals when nothing is lost, doubled or refused for good', () => {
    expect(missedBy(well)).toEqual([])
  })

  test.each([
    [{ lost: 1 }, '1 acknowledged and lost'],
    [{ doubled: 2 }, '2 doubled'],
    [{ answers: { '200': 5, '500': 1 } }, 'answers of 500'],
    [{ silenceMs: 10_001 }, 'silent for 10.0 s'],
    [{ acknowledged: 0 }, 'nothing was acknowledged'],
  ])('misses them with %o', (change, complaint) => {
    expect(missedBy({ ...well, ...change })).toEqual([complaint])
  })
})
