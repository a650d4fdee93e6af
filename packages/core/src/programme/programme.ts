import { BASIS_POINTS_ALL, type Usd } from '../money.ts'
import type { CauseId } from '../ledger/account.ts'
import type { Stage } from './stage.ts'

/** One numbered version of the rules. Versions never change. */
export type Programme = {
  readonly version: number
  /** Ten, stage 1 first. */
  readonly stages: readonly Stage[]
  readonly shares: Shares
  readonly minWithdrawal: Usd
  /** To another member. One's own earnings may be moved to the last unit. */
  readonly minTransfer: Usd
  readonly automaticPayout: AutomaticPayout
  /** A withdrawal above this is approved by two operators. */
  readonly twoPersonsAbove: Usd
  /** Of donations that name none, and of what closed accounts leave. It is open for as long as it is this. */
  readonly defaultCause: CauseId
  /** Members may ask for deposits back that they have not spent. */
  readonly offersReturns: boolean
}

/** In basis points. The cause is not listed: it gets what is left. */
export type Shares = {
  readonly sponsor: bigint
  /** For levels 1 to 10, nearest member above first. */
  readonly levels: readonly bigint[]
  readonly operations: bigint
}

/** What is paid without an operator: up to this much a day, to an address saved at least this long ago. */
export type AutomaticPayout = {
  readonly perDayMax: Usd
  readonly addressAgeHours: number
  /** Of a deposit that is returned. 0: an operator decides about each. */
  readonly returnMax: Usd
}

/** The cause's guaranteed part of every donation: what all other shares leave. */
export function causePercent({ sponsor, levels, operations }: Shares): number {
  const others = levels.reduce((sum, level) => sum + level, sponsor + operations)
  return Number(BASIS_POINTS_ALL - others) / 100
}
