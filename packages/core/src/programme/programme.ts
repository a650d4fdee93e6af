import type { Usd } from '../money.ts'

/** One numbered version of the rules. A version never changes: a change is a new version. */
export type Programme = {
  readonly version: number
  /** Stage 1 first, ten of them. */
  readonly stages: readonly Stage[]
  readonly shares: Shares
  readonly minWithdrawal: Usd
  readonly automaticPayout: AutomaticPayout
}

export type Stage = {
  readonly number: number
  readonly donationRequirement: Usd
  readonly earningMultiplierBasisPoints: bigint
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

export const STAGE_MAX = 10

/** The definition that applies at a stage. Who has not started is asked for what stage 1 asks. */
export function stageOf(programme: Programme, stage: number): Stage {
  const definition = programme.stages[Math.max(stage, 1) - 1]
  if (!definition) throw new Error(`There is no stage ${stage}`)
  return definition
}
