import { minusDownToZero, shareFloor, NOTHING, type Usd } from '../money.ts'
import type { EarningWindow } from '../ledger/member-balances.ts'
import { STAGE_MAX, stageOf, type Programme } from './programme.ts'

/** All that may be earned until the next donation. */
export const earningThreshold = (programme: Programme, window: EarningWindow): Usd =>
  shareFloor(window.lastDonation, stageOf(programme, window.stage).earningMultiplierBasisPoints)

/** What may still be earned of it; members see this figure as "Earning Threshold". */
export const earningRoom = (programme: Programme, window: EarningWindow): Usd =>
  minusDownToZero(earningThreshold(programme, window), window.earned)

export const minimumDonation = (programme: Programme, stage: number): Usd =>
  stageOf(programme, stage).donationRequirement

/** One stage at a time, however large the donation. From 0 it is always one: no less than stage 1 asks is accepted. */
export function stageAfterDonation(programme: Programme, stage: number, amount: Usd): number {
  if (stage >= STAGE_MAX) return STAGE_MAX
  return amount >= minimumDonation(programme, stage + 1) ? stage + 1 : stage
}

/** What was left of the old window is closed with it. */
export const windowAfterDonation = (programme: Programme, window: EarningWindow, amount: Usd): EarningWindow => ({
  stage: stageAfterDonation(programme, window.stage, amount),
  lastDonation: amount,
  earned: NOTHING,
})

export type Status = 'active' | 'inactive'

/** Active from the first donation on, and stage 1 is what the first donation gives. */
export const statusAt = (stage: number): Status => (stage > 0 ? 'active' : 'inactive')
