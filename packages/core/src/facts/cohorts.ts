import { mergeSmall, GROUP_MIN, percentOf } from './groups.ts'

/** After so many months, counted for each member from their own day of joining. */
export const COHORT_MONTHS = [3, 6, 12] as const
export type CohortMonths = (typeof COHORT_MONTHS)[number]

export type CohortCounts = { readonly people: number; readonly earnedNothing: number; readonly gotBackLess: number }

/** Everybody who joined in one month, who left since included. */
export type JoiningMonth = {
  /** 2026-03 */
  readonly month: string
  readonly people: number
  /** Missing until everybody has been there for so long. */
  readonly after: ReadonlyMap<CohortMonths, CohortCounts>
}

export type Cohort = {
  readonly from: string
  readonly to: string
  readonly people: number
  readonly after: readonly CohortShare[]
}

/** Null: not everybody has been there for so long. */
type CohortShare = {
  readonly months: CohortMonths
  readonly earned_nothing: number | null
  readonly got_back_less: number | null
}

type Joined = { readonly months: readonly JoiningMonth[]; readonly people: number }

/**
 * Months with few people are joined with the next ones. The newest wait until they are enough: a cohort that was shown
 * never gets another member, and so cannot be compared with itself to find one.
 */
export function makeCohorts(months: readonly JoiningMonth[]): Cohort[] {
  const complete = enoughPeople(months)
  const groups = complete.map((month): Joined => ({ months: [month], people: month.people }))
  const joined = mergeSmall(groups, (a, b) => ({ months: [...a.months, ...b.months], people: a.people + b.people }))
  return joined.flatMap((group) => {
    const first = group.months[0]
    const last = group.months.at(-1)
    if (!first || !last) return []
    const after = COHORT_MONTHS.map((age) => shareAfter(group, age))
    return [{ from: first.month, to: last.month, people: group.people, after }]
  })
}

/** Without the newest that would be too few for a cohort of their own. */
function enoughPeople(months: readonly JoiningMonth[]): readonly JoiningMonth[] {
  let people = 0
  let end = 0
  for (const [index, month] of months.entries()) {
    people += month.people
    if (people < GROUP_MIN) continue
    people = 0
    end = index + 1
  }
  return months.slice(0, end)
}

function shareAfter({ months }: Joined, age: CohortMonths): CohortShare {
  let [people, earnedNothing, gotBackLess] = [0, 0, 0]
  for (const { after } of months) {
    const counts = after.get(age)
    if (!counts) return { months: age, earned_nothing: null, got_back_less: null }
    people += counts.people
    earnedNothing += counts.earnedNothing
    gotBackLess += counts.gotBackLess
  }
  return {
    months: age,
    earned_nothing: percentOf(earnedNothing, people),
    got_back_less: percentOf(gotBackLess, people),
  }
}
