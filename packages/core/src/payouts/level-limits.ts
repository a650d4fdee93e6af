import { minus, NOTHING, plus, show, type Usd } from '../money.ts'
import type { RefusalDetail } from '../refusal-detail.ts'
import { Refusal } from '../refusal.ts'

/** How well a member is known, from 0. */
export const LEVEL_MAX = 9

/** Null: no limit. */
export type LevelLimit = { readonly perWithdrawal: Usd | null; readonly perMonth: Usd | null }
/** By level. A level that is not here has no limits. */
export type LevelLimits = Readonly<Partial<Record<number, LevelLimit>>>

/** `withdrawn`: within 30 days, what is under way included. */
export type LevelFacts = { readonly level: number; readonly limits: LevelLimits; readonly withdrawn: () => Usd }

/** Null: as much as there is. */
export const leftInMonth = ({ perMonth }: LevelLimit, withdrawn: Usd): Usd | null => {
  if (perMonth === null) return null
  return withdrawn < perMonth ? minus(perMonth, withdrawn) : NOTHING
}

const allows = (limit: LevelLimit | undefined, withdrawn: Usd, amount: Usd): boolean =>
  !limit ||
  ((limit.perWithdrawal === null || amount <= limit.perWithdrawal) &&
    (limit.perMonth === null || plus(withdrawn, amount) <= limit.perMonth))

/** What was withdrawn is asked only where there is a limit. */
export function requireWithinLevel({ level, limits, withdrawn: read }: LevelFacts, amount: Usd): void {
  const limit = limits[level]
  if (!limit) return
  const withdrawn = read()
  if (allows(limit, withdrawn, amount)) return
  const needed = levelFor({ level, limits, withdrawn }, amount)
  throw new Refusal(
    'level_limit',
    `${describe(limit, withdrawn)}. ${needed === null ? 'No level allows more' : `More needs level ${needed}`}.`,
    detailOf({ limit, withdrawn, needed }),
  )
}

type Wanted = { level: number; limits: LevelLimits; withdrawn: Usd }

/** The lowest above this one that allows it. */
export function levelFor({ level, limits, withdrawn }: Wanted, amount: Usd): number | null {
  for (let higher = level + 1; higher <= LEVEL_MAX; higher += 1)
    if (allows(limits[higher], withdrawn, amount)) return higher
  return null
}

type Exceeded = { limit: LevelLimit; withdrawn: Usd; needed: number | null }

/** What `describe` says, for other languages. */
function detailOf({ limit, withdrawn, needed }: Exceeded): RefusalDetail | undefined {
  const amount = limit.perWithdrawal === null ? undefined : show(limit.perWithdrawal)
  const month = limit.perMonth === null ? undefined : show(limit.perMonth)
  const left = show(leftInMonth(limit, withdrawn) ?? NOTHING)
  const level = needed ?? undefined
  if (amount !== undefined && month !== undefined)
    return level === undefined
      ? { name: 'level_both', values: { amount, month, left } }
      : { name: 'level_both_more', values: { amount, month, left, level } }
  if (amount !== undefined)
    return level === undefined
      ? { name: 'level_at_once', values: { amount } }
      : { name: 'level_at_once_more', values: { amount, level } }
  if (month === undefined) return undefined
  return level === undefined
    ? { name: 'level_in_month', values: { month, left } }
    : { name: 'level_in_month_more', values: { month, left, level } }
}

function describe(limit: LevelLimit, withdrawn: Usd): string {
  const left = leftInMonth(limit, withdrawn)
  const parts = [
    ...(limit.perWithdrawal === null ? [] : [`${show(limit.perWithdrawal)} at once`]),
    ...(limit.perMonth === null || left === null
      ? []
      : [`${show(limit.perMonth)} in 30 days, of which ${show(left)} is left`]),
  ]
  return `At your level you can withdraw ${parts.join(', and ')}`
}
