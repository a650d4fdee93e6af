/** What is known of a transaction that a member asks about. Of others' addresses nothing is known here. */
export type PaymentFacts = {
  /** In our books, at an address of the member's. */
  booked: Booked | undefined
  /** What two operators credited to the member for it, in units of $0.00001. */
  assigned: bigint | undefined
  /** Arrived at an address of the member's, and not credited. */
  unmatched: 'zero' | 'too_large' | 'other_token' | 'native' | undefined
  /** Undefined: not in a block that all providers know. */
  onChain:
    | {
        succeeded: boolean
        /** Whether it moved our token at all. */
        movesToken: boolean
        /** What it brought to an address of the member's, in units of $0.00001; null: nothing, or not to them. */
        received: bigint | null
        confirmations: Confirmations
        /** Our own reading of the chain has passed its block. */
        isBehindUs: boolean
      }
    | undefined
  /** What the providers know of it while it is in no block. */
  sighting: 'unknown' | 'pending' | 'mined'
}

type Confirmations = { seen: number; needed: number }

type Booked = {
  reference: string
  state: 'seen' | 'final' | 'credited' | 'dropped'
  /** In units of $0.00001. */
  credited: bigint
  confirmations: Confirmations
}

export type PaymentOutcome =
  | 'credited'
  | 'confirming'
  | 'pending'
  | 'dropped'
  | 'dust'
  | 'failed'
  | 'other_token'
  | 'native_coin'
  | 'empty'
  | 'too_large'
  | 'not_yours'
  | 'overlooked'
  | 'unknown'
  | 'unavailable'

export type PaymentFinding = {
  outcome: PaymentOutcome
  /** The deposit that it became. */
  deposit: string | null
  /** In units of $0.00001. */
  amount: bigint | null
  confirmations: Confirmations | null
}

/** What became of a payment, as far as its owner may know. */
export function findPayment({ booked, assigned, unmatched, onChain, sighting }: PaymentFacts): PaymentFinding {
  if (booked) return ofBooked(booked)
  if (assigned !== undefined) return { ...found('credited'), amount: assigned }
  if (unmatched) return found(UNMATCHED[unmatched])
  if (!onChain) return found(SIGHTED[sighting])
  if (!onChain.succeeded) return found('failed')
  const { movesToken, received, confirmations, isBehindUs } = onChain
  if (!movesToken) return found('other_token')
  if (received === null) return found('not_yours')
  if (received === 0n) return found('dust')
  return isBehindUs
    ? { ...found('overlooked'), amount: received }
    : { ...found('confirming'), amount: received, confirmations }
}

/** The chain cannot be asked. */
export const unavailable = (): PaymentFinding => found('unavailable')

function ofBooked({ reference, state, credited, confirmations }: Booked): PaymentFinding {
  if (credited === 0n) return found('dust')
  const deposit = { deposit: reference, amount: credited }
  if (state === 'credited') return { ...found('credited'), ...deposit }
  if (state === 'dropped') return { ...found('dropped'), amount: credited }
  return { ...found('confirming'), ...deposit, confirmations }
}

const UNMATCHED = { zero: 'empty', too_large: 'too_large', other_token: 'other_token', native: 'native_coin' } as const

/** Some have it in a block: the others will, too. */
const SIGHTED = { unknown: 'unknown', pending: 'pending', mined: 'pending' } as const

const found = (outcome: PaymentOutcome): PaymentFinding => ({
  outcome,
  deposit: null,
  amount: null,
  confirmations: null,
})
