import fc from 'fast-check'
import { expect, test } from 'vitest'
import { programmes, units } from '../../testing/arbitraries.ts'
import { defaultProgramme } from '../programme/default-programme.ts'
import { readProgramme } from '../programme/programme-record.ts'
import { total, usd } from '../money.ts'
import { DEMO_BEHAVIOUR } from './demo-behaviour.ts'
import { drawCount, seededRandom } from './random.ts'
import { simulate, type Question } from './simulate.ts'
import { World } from './world.ts'

const programme = readProgramme(1, defaultProgramme)
const question = (changes: Partial<Question> = {}): Question => ({
  programme,
  behaviour: DEMO_BEHAVIOUR,
  plan: { gift: usd(3_000_000n), gifts: 3, referrals: 2 },
  growthStops: false,
  seed: 7,
  runs: 60,
  ...changes,
})

test('the same seed has the same answer, another seed another one', () => {
  const first = simulate(question())
  expect(simulate(question())).toEqual(first)
  expect(simulate(question({ seed: 8 }))).not.toEqual(first)
})

test('when growth stops, the newest member earns nothing and gets nothing back', () => {
  const answer = simulate(question({ growthStops: true, plan: { gift: usd(3_000_000n), gifts: 3, referrals: 9 } }))
  expect(answer).toMatchObject({ earnedNothing: 100, gotEverythingBack: 0 })
  expect(answer.fan.every(({ p90 }) => p90 === 0)).toBe(true)
  expect(answer.toCause.p10).toBeGreaterThanOrEqual(70)
})

test('who refers nobody has nobody below who could give', () => {
  expect(simulate(question({ plan: { gift: usd(3_000_000n), gifts: 3, referrals: 0 } })).earnedNothing).toBe(100)
})

test('more referrals never lower the chance of earning, and the cause gets at least its part', () => {
  const chances = [0, 1, 3, 9].map((referrals) => {
    const { earnedNothing, toCause } = simulate(question({ plan: { gift: usd(3_000_000n), gifts: 3, referrals } }))
    expect(toCause.p10).toBeGreaterThanOrEqual(70)
    return earnedNothing
  })
  expect(chances).toEqual(chances.toSorted((a, b) => b - a))
  expect(chances.at(-1)).toBeLessThan(50)
})

test('nobody earns more than they gave at multiplier 1', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 12 }), fc.nat({ max: 20 }), (seed, gifts, referrals) => {
      const answer = simulate(question({ seed, runs: 5, plan: { gift: usd(2_000_000n), gifts, referrals } }))
      expect(answer.fan.at(-1)?.p90 ?? 0).toBeLessThanOrEqual(answer.given.p90)
      for (const { p10, p50, p90 } of answer.fan)
        expect([p10, p50, p90]).toEqual([p10, p50, p90].toSorted((a, b) => a - b))
    }),
    { numRuns: 20 },
  )
})

test('a donation in the world is divided to the last unit', () => {
  fc.assert(
    fc.property(programmes, fc.array(units(50_000_000), { minLength: 1, maxLength: 12 }), (rules, amounts) => {
      const world = new World(rules)
      const root = world.join({ sponsor: null, parent: null })
      for (const amount of amounts) {
        const minimum = rules.stages[0]!.donationRequirement
        const given = amount < minimum ? minimum : amount
        const member = world.joinBelow(root)
        expect(total(world.give(member, given).map(({ paid }) => paid))).toBe(given)
      }
    }),
  )
})

test('places fill level by level, three below each', () => {
  const world = new World(programme)
  const root = world.join({ sponsor: null, parent: null })
  for (let number = 0; number < 12; number += 1) world.joinBelow(root)
  for (const member of [root, 2, 3, 4]) world.give(member, usd(20_000_000n))
  const division = world.give(world.joinBelow(2), usd(1_000_000n))
  expect(division.slice(1, 4).map(({ member }) => member)).toEqual([5, 2, root])
})

test('counts are drawn with the mean of their group', () => {
  const random = seededRandom(3)
  const sum = Array.from({ length: 4000 }, () => drawCount(random, DEMO_BEHAVIOUR.referrals)).reduce((a, b) => a + b)
  expect(sum / 4000).toBeGreaterThan(0.85)
  expect(sum / 4000).toBeLessThan(1.15)
})
