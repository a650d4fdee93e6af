import type { Generated, JSONColumnType } from 'kysely'
import type { Big, Height, Timestamp, Units } from './column-types.ts'

/** What treasury and vault hold, and where it came from. */
export type ReserveTables = {
  unproven_journal: { journal_id: Units; amount: Units; transaction: string | null; ordinal: number | null }
  funding_address: { chain_id: number; address: string; name: string; proposal_id: number; declared_at: Timestamp }
  reconciliation: {
    id: Generated<string>
    chain_id: number
    block_number: Height
    figures: JSONColumnType<Record<string, string>>
    difference: Big
    unbooked: Big
    settled_block: Height
    settled_journal: Height
    found_at: Timestamp
    checked_at: Timestamp
  }
  reserve_account: {
    chain_id: number
    address: string
    recorded_from: Height
    history_from: Height
  }
  reserve_transfer: {
    chain_id: number
    transaction: string
    ordinal: number
    block_number: Height
    sender: string
    recipient: string
    value: Big
    kind: 'sweep' | 'payout' | 'internal' | 'in' | 'out'
    payout_id: string | null
    seen_at: Timestamp
  }
}
