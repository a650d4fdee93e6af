import { NOTHING, plus, toDollars } from '@trefoil/core/money'
import type { EarningMonth, EarningSource } from '@trefoil/contract/reports'
import { inUnits } from '../../../lib/amounts.ts'
import { sumOf, totalOf } from '../money-sums.ts'

export type EarningRow = { month: string; sponsor: number; team: number; earned: number; cumulated: number }
export type SourceChoice = EarningSource | 'all'

/** By month, for one source or all, oldest first. Added in whole units, so that the line ends at the total. */
export function earningRows(
  { earned_before, months }: { earned_before: number; months: readonly EarningMonth[] },
  choice: SourceChoice,
): EarningRow[] {
  // For one source the line begins with the months shown: earlier amounts are not known by source.
  let cumulated = choice === 'all' ? inUnits(earned_before) : NOTHING
  return months.map(({ month, sources }) => {
    const chosen = sources.filter(({ source }) => choice === 'all' || source === choice)
    const sponsor = sumOf(amountsOf(chosen.filter(({ source }) => source === 'sponsor')))
    const team = sumOf(amountsOf(chosen.filter(({ source }) => source !== 'sponsor')))
    const earned = plus(sponsor, team)
    cumulated = plus(cumulated, earned)
    return {
      month,
      sponsor: toDollars(sponsor),
      team: toDollars(team),
      earned: toDollars(earned),
      cumulated: toDollars(cumulated),
    }
  })
}

/** What each source gave in all these months. */
export function bySource(months: readonly EarningMonth[], sources: readonly EarningSource[]) {
  const all = months.flatMap((month) => month.sources)
  return sources.map((source) => ({ source, amount: totalOf(amountsOf(all.filter((each) => each.source === source))) }))
}

const amountsOf = (parts: readonly { amount: number }[]): number[] => parts.map(({ amount }) => amount)
