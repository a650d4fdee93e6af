import { percentOf } from '../facts/groups.ts'
import { percentileOf } from '../facts/percentile.ts'
import { toDollars, type Usd } from '../money.ts'
import { liveOneYear, type YearQuestion } from './one-year.ts'
import { seededRandom } from './random.ts'

export type Question = YearQuestion & { readonly seed: number; readonly runs: number }

/** Never one figure: how likely it is, and how far it may go. */
export type Answer = {
  /** Of what was given, in percent. */
  readonly toCause: Spread
  readonly earnedNothing: number
  readonly gotEverythingBack: number
  /** What was given and earned, in dollars. */
  readonly given: Spread
  readonly fan: readonly (Spread & { readonly month: number })[]
}

export type Spread = { readonly p10: number; readonly p50: number; readonly p90: number }

/** Each run has its own seed, so that one more changes nothing about the others. */
const RUN_STEP = 0x9e3779b1

/** The same question has the same answer. */
export function simulate({ seed, runs, ...question }: Question): Answer {
  const years = Array.from({ length: runs }, (_, run) =>
    liveOneYear(question, seededRandom(seed + Math.imul(run + 1, RUN_STEP))),
  )
  const last = (earned: readonly Usd[]) => earned.at(-1) ?? 0n
  const nothing = years.filter(({ earned }) => last(earned) === 0n).length
  const everything = years.filter(({ earned, given }) => given > 0n && last(earned) >= given).length
  const months = years[0]?.earned.length ?? 0
  return {
    toCause: spreadOf(years.map(({ toCause, given }) => percentOf(toCause, given))),
    earnedNothing: percentOf(nothing, runs),
    gotEverythingBack: percentOf(everything, runs),
    given: spreadOf(years.map(({ given }) => toDollars(given))),
    fan: Array.from({ length: months }, (_, month) => ({
      month: month + 1,
      ...spreadOf(years.map(({ earned }) => toDollars(earned[month] as Usd))),
    })),
  }
}

function spreadOf(values: readonly number[]): Spread {
  const ascending = values.toSorted((a, b) => a - b)
  return { p10: percentileOf(ascending, 10), p50: percentileOf(ascending, 50), p90: percentileOf(ascending, 90) }
}
