import type { EarningMonth } from '@trefoil/contract/reports'
import { expect, test } from 'vitest'
import { totalOf } from '../money-sums.ts'
import { bySource, earningRows } from './earning-rows.ts'

const months: EarningMonth[] = [
  { month: '2026-01', amount: 0, sources: [] },
  {
    month: '2026-02',
    amount: 0.3,
    sources: [
      { source: 'sponsor', amount: 0.1 },
      { source: 'level_1', amount: 0.2 },
    ],
  },
  { month: '2026-03', amount: 0.00001, sources: [{ source: 'level_2', amount: 0.00001 }] },
]

test('the line goes on from what was earned before, to the exact total', () => {
  expect(earningRows({ earned_before: 7, months }, 'all')).toEqual([
    { month: '2026-01', sponsor: 0, team: 0, earned: 0, cumulated: 7 },
    { month: '2026-02', sponsor: 0.1, team: 0.2, earned: 0.3, cumulated: 7.3 },
    { month: '2026-03', sponsor: 0, team: 0.00001, earned: 0.00001, cumulated: 7.30001 },
  ])
})

test('of one source only its own share is counted', () => {
  expect(
    earningRows({ earned_before: 7, months }, 'level_1').map(({ earned, cumulated }) => [earned, cumulated]),
  ).toEqual([
    [0, 0],
    [0.2, 0.2],
    [0, 0.2],
  ])
})

test('sources and totals are exact, where floating numbers would drift', () => {
  expect(bySource([...months, ...months, ...months], ['sponsor', 'level_1', 'level_9'])).toEqual([
    { source: 'sponsor', amount: 0.3 },
    { source: 'level_1', amount: 0.6 },
    { source: 'level_9', amount: 0 },
  ])
  expect(totalOf([0.1, 0.2])).toBe(0.3)
})
