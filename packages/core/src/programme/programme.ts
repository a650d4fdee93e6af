import { BASIS_POINTS_ALL, type Usd } from '../money.ts'
import type { Stage } from './stage.ts'

/** One numbered version of the rules. A version never changes: a change is a new version. */
export type Programme = {
  readonly version: number
  /** Stage 1 first, ten of them. */
  readonly stages: readonly Stage[]
  readonly shares: Shares
  readonly minWithdrawal: Usd
  readonly automaticPayout: AutomaticPayout
}

/** In basis points. The cause is not among them: it gets whatever is left. */
export type Shares = {
  readonly sponsor: bigint
  /** For levels 1 to 10: the nearest member above first. */
  readonly levels: readonly bigint[]
  readonly operations: bigint
}

/** What goes out without an operator: up to so much a day, to an address that has been saved for so long. */
export type AutomaticPayout = { readonly perDayMax: Usd; readonly addressAgeHours: number }

/** The part of every donation that reaches the cause at least: what all the shares leave. */
export function causePercent({ sponsor, levels, operations }: Shares): number {
  const others = levels.reduce((sum, level) => sum + level, sponsor + operations)
  return Number(BASIS_POINTS_ALL - others) / 100
}
