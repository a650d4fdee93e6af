/** `failed`: the chain rejected the payment for good, and an operator has to decide. */
export type WithdrawalState = 'requested' | 'approved' | 'claimed' | 'failed' | 'paid' | 'refused' | 'cancelled'

/**
 * Every allowed transition. Once claimed, only the chain decides, because the payment may already be on its way. A
 * payment on the chain makes it `paid` from any state, because a restored database may be older than the claim.
 */
export const WITHDRAWAL_MOVES = {
  requested: ['approved', 'claimed', 'refused', 'cancelled', 'paid'],
  approved: ['claimed', 'refused', 'cancelled', 'paid'],
  claimed: ['paid', 'failed'],
  failed: ['approved', 'refused', 'paid'],
  paid: [],
  refused: [],
  cancelled: [],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>

export const WITHDRAWAL_STATES = Object.keys(WITHDRAWAL_MOVES) as WithdrawalState[]

export const mayBecome = (from: WithdrawalState, to: WithdrawalState): boolean =>
  (WITHDRAWAL_MOVES[from] as readonly WithdrawalState[]).includes(to)

/** Its amount is still held. */
export const isOpen = (state: WithdrawalState): boolean => WITHDRAWAL_MOVES[state].length > 0

/** Status codes of transactions on the wire. */
export type StatusCode = 1 | 2 | 3 | 4

export const COMPLETED = 1
export const PENDING = 2
const REJECTED = 3
const PROCESSING = 4

const STATUS_CODES = {
  requested: PENDING,
  approved: PENDING,
  claimed: PROCESSING,
  failed: PROCESSING,
  paid: COMPLETED,
  refused: REJECTED,
  cancelled: REJECTED,
} as const satisfies Record<WithdrawalState, StatusCode>

export const statusCodeOf = (state: WithdrawalState): StatusCode => STATUS_CODES[state]
