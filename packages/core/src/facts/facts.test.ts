import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { programmes } from '../../testing/arbitraries.ts'
import { defaultProgramme } from '../programme/default-programme.ts'
import { readProgramme } from '../programme/programme-record.ts'
import { canonicalJson, parseCanonicalJson } from '../proofs/canonical-json.ts'
import { BIN_EDGES, didAtMost, didInTheMiddle, makeBins } from './behaviour.ts'
import { COHORT_MONTHS, makeCohorts, type CohortCounts, type CohortMonths, type JoiningMonth } from './cohorts.ts'
import { makeFacts, NET_PERCENTILES, type Measured } from './facts.ts'
import { factsCsv } from './facts-csv.ts'
import { isPercentileShown, mergeSmall, percentOf } from './groups.ts'
import { mostBack } from './most-back.ts'
import { percentileOf } from './percentile.ts'
import { mostBackInWords } from './words.ts'

const programme = readProgramme(3, defaultProgramme)

const measured = (changes: Partial<Measured> = {}): Measured => ({
  day: '2026-11-17',
  journal: 9_007_199_254_740_993n,
  people: 400,
  earners: 148,
  gotBackLess: 301,
  net: [-9_050_000n, -4_000_000n, -1_000_001n, 0n, 0n, 250_000n],
  withdrawn: [0n, 0n, 0n, 0n, 1_299_999n, 9_000_000n],
  earned: 1000n,
  earnedByTop: [500n, 899n],
  referralsOfEarners: [0, 1, 2, 4, 7],
  months: [],
  bins: {
    referrals: [{ edge: 0, people: 400, sum: 0 }],
    donations: [{ edge: 1, people: 400, sum: 400 }],
    gift: [{ edge: 0, people: 400, sum: 4000 }],
    above: [{ edge: 1, people: 40, sum: 40, full: 10 }],
  },
  depth: 6,
  ...changes,
})

describe('groups', () => {
  const groups = fc.array(fc.nat({ max: 25 }).map((people) => ({ people })))
  const joined = (a: { people: number }, b: { people: number }) => ({ people: a.people + b.people })
  const sum = (of: readonly { people: number }[]) => of.reduce((total, { people }) => total + people, 0)

  test('no group has fewer than ten people, and everybody is in one: none can be found by subtraction', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const merged = mergeSmall(all, joined)
        expect(merged.every(({ people }) => people >= 10)).toBe(true)
        expect(sum(merged)).toBe(sum(all) >= 10 ? sum(all) : 0)
      }),
    )
  })

  test('a percentile has ten people on either side, or is not shown', () => {
    expect([9, 10, 999, 1000].map((people) => isPercentileShown(99, people))).toEqual([false, false, false, true])
    expect([19, 20].map((people) => isPercentileShown(50, people))).toEqual([false, true])
    expect([99, 100].map((people) => isPercentileShown(10, people))).toEqual([false, true])
  })

  test('nobody is rounded away', () => {
    expect([percentOf(1, 1000), percentOf(999, 1000), percentOf(0, 5), percentOf(5, 5), percentOf(0, 0)]).toEqual([
      1, 99, 0, 100, 0,
    ])
  })
})

test('a percentile is the smallest value that so many do not exceed', () => {
  expect(percentileOf([1, 2, 3, 4], 50)).toBe(2)
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer({ min: 1, max: 99 }), (values, percentile) => {
      const ascending = values.toSorted((a, b) => a - b)
      const found = percentileOf(ascending, percentile)
      const part = (of: number[]) => (of.length * 100) / values.length
      expect(part(values.filter((value) => value <= found))).toBeGreaterThanOrEqual(percentile)
      expect(part(values.filter((value) => value < found))).toBeLessThan(percentile)
    }),
  )
})

describe('cohorts', () => {
  const joining = (month: string, people: number, after: Partial<Record<CohortMonths, [number, number]>> = {}) => ({
    month,
    people,
    after: new Map<CohortMonths, CohortCounts>(
      COHORT_MONTHS.flatMap((age) => {
        const counts = after[age]
        return counts ? [[age, { people, earnedNothing: counts[0], gotBackLess: counts[1] }]] : []
      }),
    ),
  })

  test('small months are joined with the next, and a cohort waits until all of it has been here for so long', () => {
    const cohorts = makeCohorts([
      joining('2026-01', 4, { 3: [3, 4], 6: [2, 3] }),
      joining('2026-02', 8, { 3: [6, 8] }),
      joining('2026-03', 12),
    ])
    expect(cohorts).toEqual([
      {
        from: '2026-01',
        to: '2026-02',
        people: 12,
        after: [
          { months: 3, earned_nothing: 75, got_back_less: 100 },
          { months: 6, earned_nothing: null, got_back_less: null },
          { months: 12, earned_nothing: null, got_back_less: null },
        ],
      },
      expect.objectContaining({ from: '2026-03', to: '2026-03', people: 12 }),
    ])
  })

  test('a cohort that was shown never gets another member, whoever joins later', () => {
    const months = fc
      .array(fc.nat({ max: 15 }), { maxLength: 24 })
      .map((sizes) =>
        sizes.map((people, index): JoiningMonth => joining(`${2025 + Math.floor(index / 12)}-${index % 12}`, people)),
      )
    fc.assert(
      fc.property(months, fc.nat({ max: 24 }), (all, known) => {
        const before = makeCohorts(all.slice(0, known))
        expect(makeCohorts(all).slice(0, before.length)).toEqual(before)
        expect(before.every(({ people }) => people >= 10)).toBe(true)
      }),
    )
  })
})

describe('the most that anybody can get back', () => {
  const at = (multipliers: Record<number, number>) =>
    readProgramme(1, {
      ...defaultProgramme,
      stages: defaultProgramme.stages.map((stage) => ({
        ...stage,
        earning_multiplier: multipliers[stage.stage_number] ?? 1,
      })),
    })

  test('is what they gave at multiplier 1', () => {
    expect(mostBackInWords(mostBack(at({})))).toBe('The most that anybody can get back is what they gave.')
  })

  test('changes by itself with the version', () => {
    expect(mostBackInWords(mostBack(at({ 4: 1.5, 9: 1.5, 10: 1.2 })))).toBe(
      'The most that anybody can get back is 1.5 times what they gave, from stage 4 on.',
    )
    const less = Object.fromEntries(defaultProgramme.stages.map(({ stage_number: stage }) => [stage, 0.8]))
    expect(mostBackInWords(mostBack(at(less)))).toBe('The most that anybody can get back is 80 % of what they gave.')
  })

  test('is no less than any stage’s multiplier', () => {
    fc.assert(
      fc.property(programmes, (any) => {
        const { basis_points: most } = mostBack(any)
        for (const stage of any.stages) expect(Number(stage.earningMultiplierBasisPoints)).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('facts', () => {
  test('say who earned nothing first, and round down to whole dollars', () => {
    const facts = makeFacts(measured(), programme)
    expect(facts.everyone).toEqual({ earned_nothing: 63, got_back_less: 75 })
    expect(facts.net.map(({ net }) => net)).toEqual([-91, -40, -11, 0, 0, null])
    expect(facts.net.map(({ withdrawn }) => withdrawn)).toEqual([0, 0, 0, 0, 12, null])
    expect(facts.top).toEqual([
      { percent: 1, share: null },
      { percent: 10, share: 90 },
    ])
    expect(facts.referrals_of_earners.map(({ referrals }) => referrals)).toEqual([0, 1, 2, 4, 7])
  })

  test('of fewer than ten people there are none but the rules', () => {
    for (const people of [0, 1, 2, 9]) {
      const facts = makeFacts(measured({ people, earners: 0 }), programme)
      expect(facts).toMatchObject({ people: people < 2 ? 0 : null, everyone: null, did: null })
      const figures = [facts.net.map(({ net }) => net), facts.top.map(({ share }) => share)].flat()
      expect(new Set(figures)).toEqual(new Set([null]))
      expect(facts.most_back).toEqual({ basis_points: 10_000, stage: 1 })
    }
  })

  test('have one canonical text, which reads back as they are', () => {
    const facts = makeFacts(measured(), programme)
    const text = canonicalJson(facts)
    expect(parseCanonicalJson(text)).toEqual(facts)
    expect(facts.journal).toBe('9007199254740993')
  })

  test('as a file have every figure of the page, in its order', () => {
    const lines = factsCsv(makeFacts(measured(), programme)).split('\r\n')
    expect(lines[2]).toBe('Everyone,everyone,"earned nothing, %",63')
    expect(lines.filter((line) => line.startsWith('Net,'))).toHaveLength(NET_PERCENTILES.length * 2)
    expect(lines).toContain('Net,P99,"earned minus given, $",fewer than 10 people')
    const sections = lines.map((line) => line.split(',')[0]).filter((name, index, all) => name !== all[index - 1])
    expect(sections).toEqual(['\uFEFFsection', 'Everyone', 'The most', 'Net', 'Top earners', 'About', ''])
  })
})

describe('what members did', () => {
  test('is grouped so that each group has ten people', () => {
    const bins = makeBins(BIN_EDGES.referrals, [
      { edge: 0, people: 30, sum: 0 },
      { edge: 1, people: 6, sum: 6 },
      { edge: 3, people: 6, sum: 18 },
      { edge: 6, people: 3, sum: 60 },
    ])
    expect(bins).toEqual([
      { from: 0, to: 0, people: 30, mean: 0 },
      { from: 1, to: null, people: 15, mean: 5.6 },
    ])
    expect(didAtMost(bins, 90)).toBe(6)
    expect([didAtMost(bins, 50), didInTheMiddle(bins)]).toEqual([0, 0])
    expect(
      didAtMost(
        [
          { from: 0, to: 2, people: 95, mean: 1 },
          { from: 3, to: null, people: 10, mean: 9 },
        ],
        90,
      ),
    ).toBe(2)
  })
})
