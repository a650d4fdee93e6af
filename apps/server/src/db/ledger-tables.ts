import type { MemberAccountKind, SystemAccountKind } from '@trefoil/core/ledger/account'
import type { Reason, Share } from '@trefoil/core/ledger/journal'
import type { CutReason } from '@trefoil/core/programme/division'
import type { Height, Timestamp, Units } from './column-types.ts'

/** Journals, their entries, and the accounts that are no member's. Members and owners: see core's `OwnerId`. */
export type LedgerTables = {
  journal: {
    id: Units
    created_at: Timestamp
    amount: Units
    source_member: number
    target_member: number
    source: MemberAccountKind | SystemAccountKind
    reason: Reason
    rule_version: number
    request_hash: string | null
    idempotency_key: string | null
    reply: string | null
    reference: string
  }
  entry: {
    journal_id: Units
    amount: Units
    balance_after: Units
    member_id: number
    sequence: Height
    account: MemberAccountKind | SystemAccountKind
    share: Share | null
  }
  system_account: {
    account: SystemAccountKind
    owner: number
    balance: Units
    sequence: Height
    may_be_negative: boolean
  }
  donation: {
    journal_id: Units
    closed_last_donation: Units
    closed_earned: Units
    member_id: number
    closed_stage: number
    stage: number
    cause_id: number
    /** The division, in the order of `divided_shares()`. */
    division_members: (number | null)[]
    division_due: string[]
    division_paid: string[]
    division_cuts: (CutReason | null)[]
  }
}
