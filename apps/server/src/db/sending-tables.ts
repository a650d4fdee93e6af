import type { Generated } from 'kysely'
import type { Big, Height, Timestamp } from './column-types.ts'

/** What the signer sends. */
export type SendingTables = {
  signer: {
    address: string
    first_nonce: Height
    next_nonce: Height
    stopped: string | null
    stopped_at: Date | null
  }
  sending: {
    signer: string
    nonce: Height
    kind: 'payout' | 'sweep' | 'attestation'
    withdrawal_id: string | null
    epoch: number | null
    generation: Generated<number>
    call_to: string
    call_data: string
    gas: Height
    max_fee: Big
    priority_fee: Big
    state: Generated<'open' | 'done' | 'reverted' | 'void'>
    claimed_at: Timestamp
    ended_at: Date | null
    transaction: string | null
    fee_paid: Big | null
  }
  sending_attempt: {
    transaction: string
    signer: string
    nonce: Height
    raw: string
    max_fee: Big
    priority_fee: Big
    signed_at: Timestamp
    sent_at: Date | null
    advice: string | null
    taken_at: Date | null
  }
}
