import type { Programme } from '../programme/programme.ts'
import { UNITS_PER_DOLLAR } from '../money.ts'
import { BIN_EDGES, makeBins, makeStageBins, type Behaviour, type BinCount } from './behaviour.ts'
import { makeCohorts, type Cohort, type JoiningMonth } from './cohorts.ts'
import { GROUP_MIN, isPercentileShown, percentOf } from './groups.ts'
import { mostBack, type MostBack } from './most-back.ts'

export const NET_PERCENTILES = [10, 25, 50, 75, 90, 99] as const
export const REFERRAL_PERCENTILES = [10, 25, 50, 75, 90] as const
export const TOP_PERCENTS = [1, 10] as const

/** What the ledger says about everybody who ever joined, members who left and the founder included. */
export type Measured = {
  /** 2026-11-17, in UTC. */
  readonly day: string
  /** The newest journal that is counted. */
  readonly journal: bigint
  readonly people: number
  readonly earners: number
  readonly gotBackLess: number
  /** In units, one per percentile. */
  readonly net: readonly bigint[]
  readonly withdrawn: readonly bigint[]
  readonly earned: bigint
  /** By the first 1 % and 10 % of earners. */
  readonly earnedByTop: readonly bigint[]
  readonly referralsOfEarners: readonly number[]
  readonly months: readonly JoiningMonth[]
  readonly bins: {
    readonly referrals: readonly BinCount[]
    readonly donations: readonly BinCount[]
    readonly gift: readonly BinCount[]
    readonly above: readonly (BinCount & { readonly full: number })[]
  }
  readonly depth: number
}

/** As everybody reads them. Null: fewer than ten people would be behind the figure. */
export type Facts = {
  readonly day: string
  /** As text: it may be beyond 2^53. */
  readonly journal: string
  readonly version: number
  /** 0: nobody but the founder. */
  readonly people: number | null
  readonly everyone: { readonly earned_nothing: number; readonly got_back_less: number } | null
  readonly most_back: MostBack
  /** In whole dollars, rounded down: nobody's own figure, and never too good. */
  readonly net: readonly {
    readonly percentile: number
    readonly net: number | null
    readonly withdrawn: number | null
  }[]
  readonly cohorts: readonly Cohort[]
  readonly top: readonly { readonly percent: number; readonly share: number | null }[]
  readonly referrals_of_earners: readonly { readonly percentile: number; readonly referrals: number | null }[]
  readonly did: Behaviour | null
}

export function makeFacts(measured: Measured, programme: Programme): Facts {
  const { people, earners, day, journal } = measured
  const isShown = people >= GROUP_MIN
  return {
    day,
    journal: String(journal),
    version: programme.version,
    people: people <= 1 ? 0 : isShown ? people : null,
    everyone: isShown
      ? {
          earned_nothing: percentOf(people - earners, people),
          got_back_less: percentOf(measured.gotBackLess, people),
        }
      : null,
    most_back: mostBack(programme),
    net: NET_PERCENTILES.map((percentile, index) => ({
      percentile,
      ...(isPercentileShown(percentile, people)
        ? { net: wholeDollars(measured.net[index]), withdrawn: wholeDollars(measured.withdrawn[index]) }
        : { net: null, withdrawn: null }),
    })),
    cohorts: makeCohorts(measured.months),
    top: TOP_PERCENTS.map((percent, index) => ({
      percent,
      share: isPercentileShown(percent, people) ? percentOf(measured.earnedByTop[index] ?? 0n, measured.earned) : null,
    })),
    referrals_of_earners: REFERRAL_PERCENTILES.map((percentile, index) => ({
      percentile,
      referrals: isPercentileShown(percentile, earners) ? (measured.referralsOfEarners[index] ?? null) : null,
    })),
    did: isShown ? behaviourOf(measured) : null,
  }
}

/** Null if any of it would be about too few. */
function behaviourOf({ bins, depth }: Measured): Behaviour | null {
  const referrals = makeBins(BIN_EDGES.referrals, bins.referrals)
  const donations = makeBins(BIN_EDGES.donations, bins.donations)
  const gift = makeBins(BIN_EDGES.gift, bins.gift)
  const above = makeStageBins(bins.above)
  return gift.length === 0 || above.length === 0 ? null : { referrals, donations, gift, above, depth }
}

/** How many people are the first so many percent. */
export const topCount = (percent: number, people: number): number => Math.ceil((percent * people) / 100)

/** Down: minus $0.50 is shown as minus $1. */
function wholeDollars(units: bigint | undefined): number | null {
  if (units === undefined) return null
  const dollars = units / UNITS_PER_DOLLAR
  return Number(units < 0n && dollars * UNITS_PER_DOLLAR !== units ? dollars - 1n : dollars)
}
