import { minusDownToZero, shareFloor, NOTHING, type Usd } from '../money.ts'
import type { EarningWindow } from '../ledger/member-balances.ts'
import { STAGE_MAX, stageOf, type Stage } from './stage.ts'

/** The most that may be earned until the next donation. */
export const earningThreshold = (stages: readonly Stage[], window: EarningWindow): Usd =>
  shareFloor(window.lastDonation, stageOf(stages, window.stage).earningMultiplierBasisPoints)

/** What may still be earned. Members see it as "Earning Threshold". */
export const earningRoom = (stages: readonly Stage[], window: EarningWindow): Usd =>
  minusDownToZero(earningThreshold(stages, window), window.earned)

export const minimumDonation = (stages: readonly Stage[], stage: number): Usd =>
  stageOf(stages, stage).donationRequirement

/**
 * One stage at a time, however large the donation. The first donation always reaches stage 1, because smaller ones are
 * refused.
 */
export function stageAfterDonation(stages: readonly Stage[], stage: number, amount: Usd): number {
  if (stage >= STAGE_MAX) return STAGE_MAX
  return amount >= minimumDonation(stages, stage + 1) ? stage + 1 : stage
}

/** Room left in the old window is lost. */
export const windowAfterDonation = (stages: readonly Stage[], window: EarningWindow, amount: Usd): EarningWindow => ({
  stage: stageAfterDonation(stages, window.stage, amount),
  lastDonation: amount,
  earned: NOTHING,
})

export type Status = 'active' | 'inactive'

export const statusAt = (stage: number): Status => (stage > 0 ? 'active' : 'inactive')
