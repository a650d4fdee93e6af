import { expect, test } from 'vitest'
import { partsOf, rowsOf, type Division } from './division-parts.ts'

const NOBODY = 'Nobody is there: it went on to the cause'
const level = (number: number, share: number, amount: number, why = NOBODY) => ({
  to: `level ${number}`,
  name: null,
  share,
  due: Math.round(share * 10_000) / 100_000,
  amount,
  why,
})
const division: Division = [
  { to: 'sponsor', name: 'Sam', share: 10, due: 1.00001, amount: 1.00001, why: 'Invited you' },
  level(1, 3, 0.3, 'Above you in the network'),
  level(2, 3, 0),
  level(3, 2, 0),
  level(4, 0.5, 0),
  { to: 'operations', name: null, share: 5, due: 0.5, amount: 0.5, why: 'Runs the programme' },
  { to: 'cause', name: 'Clean water', share: 70, due: 7.00001, amount: 8.20001, why: 'Its own share, and more' },
]

test('the picture’s parts add up to the donation, and what went on to the cause is one of them', () => {
  const parts = partsOf(division)
  expect(parts).toEqual([
    { part: 'cause', label: 'Clean water', amount: 7.00001 },
    { part: 'wentOn', label: 'Went on to the cause', amount: 1.2 },
    { part: 'sponsor', label: 'Sam', amount: 1.00001 },
    { part: 'network', label: 'Members above you', amount: 0.3 },
    { part: 'operations', label: 'Operations', amount: 0.5 },
  ])
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(10.00002, 9)
})

test('levels that nobody is at are one line', () => {
  expect(rowsOf(division).map(({ label, share, amount }) => [label, share, amount])).toEqual([
    ['Clean water', 70, 8.20001],
    ['Sam', 10, 1.00001],
    ['Level 1', 3, 0.3],
    ['Levels 2 to 4', 5.5, 0],
    ['Operations', 5, 0.5],
  ])
})

test('a share that nobody has is no part', () => {
  const alone: Division = [
    { to: 'sponsor', name: null, share: 10, due: 1, amount: 0, why: NOBODY },
    { to: 'cause', name: 'Clean water', share: 90, due: 9, amount: 10, why: 'Its own share, and more' },
  ]
  expect(partsOf(alone).map(({ part, amount }) => [part, amount])).toEqual([
    ['cause', 9],
    ['wentOn', 1],
  ])
  expect(rowsOf(alone)[1]).toMatchObject({ label: 'Your sponsor', amount: 0 })
})
