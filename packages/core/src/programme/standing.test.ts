import { describe, expect, test } from 'vitest'
import { parseUsd, usd } from '../money.ts'
import { defaultProgramme } from './default-programme.ts'
import { readProgramme } from './programme-record.ts'
import { earningRoom, earningThreshold, minimumDonation, stageAfterDonation, statusAt } from './standing.ts'

const { stages } = readProgramme(1, defaultProgramme)

test.each([
  // Stage before, dollars given, stage after.
  [0, 10, 1],
  [0, 10_000, 1],
  [1, 14.99999, 1],
  [1, 15, 2],
  [1, 10_000, 2],
  [4, 59.99999, 4],
  [4, 60, 5],
  [9, 240, 9],
  [9, 300, 10],
  [10, 10_000, 10],
])('at stage %i a donation of $%d leads to stage %i', (stage, dollars, after) => {
  expect(stageAfterDonation(stages, stage, parseUsd(dollars))).toBe(after)
})

test('a member at stage 0 must meet the requirement of stage 1', () => {
  expect(minimumDonation(stages, 0)).toBe(1_000_000n)
  expect(minimumDonation(stages, 1)).toBe(1_000_000n)
  expect(minimumDonation(stages, 10)).toBe(30_000_000n)
})

describe('the threshold', () => {
  const { stages: multiplied } = readProgramme(2, {
    ...defaultProgramme,
    stages: defaultProgramme.stages.map((stage) => ({ ...stage, earning_multiplier: 1.5 })),
  })
  const window = { stage: 1, lastDonation: usd(1_000_001n), earned: usd(400_000n) }

  test('is the last donation times the multiplier, rounded down', () => {
    expect(earningThreshold(stages, window)).toBe(1_000_001n)
    expect(earningThreshold(multiplied, window)).toBe(1_500_001n)
  })

  test('leaves room for what was not earned yet', () => {
    expect(earningRoom(stages, window)).toBe(600_001n)
    expect(earningRoom(stages, { ...window, earned: usd(1_000_001n) })).toBe(0n)
  })

  test('leaves no room, but no debt, after a new version lowers it', () => {
    expect(earningRoom(stages, { ...window, earned: usd(1_200_000n) })).toBe(0n)
  })

  test('is zero before the first donation', () => {
    expect(earningRoom(stages, { stage: 0, lastDonation: usd(0n), earned: usd(0n) })).toBe(0n)
  })
})

test('a member becomes active with the first donation', () => {
  expect([0, 1, 10].map(statusAt)).toEqual(['inactive', 'active', 'active'])
})
