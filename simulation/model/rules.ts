import { defaultProgramme } from '../../packages/core/src/programme/default-programme.ts'

const UNITS = 100_000
export const unitsOf = (dollars: number): bigint => BigInt(Math.round(dollars * UNITS))

const { min_withdrawal, two_persons_above = 0, min_transfer = 0, automatic_payout } = defaultProgramme
export const WITHDRAWAL_MIN = unitsOf(min_withdrawal)
/** To another member. */
export const TRANSFER_MIN = unitsOf(min_transfer)
/** Approving more takes two operators. */
export const TWO_PERSONS_ABOVE = unitsOf(two_persons_above)
/** Leaves without an operator, if it goes to the saved address. */
export const AUTOMATIC_MAX = unitsOf(automatic_payout.per_day_max)
