import type { CaseState } from '@trefoil/core/support/case-state'
import type { Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type SupportTables = {
  support_case: {
    id: Generated<string>
    reference: string
    member_id: number
    topic: 'missing_deposit' | 'wrong_network' | 'transaction' | 'other'
    state: Generated<CaseState>
    subject: string
    about_kind: 'deposit' | 'withdrawal' | 'donation' | 'transfer' | null
    about_id: string | null
    transaction: string | null
    network: string | null
    finding: JSONColumnType<Record<string, unknown>> | null
    opened_at: Timestamp
    changed_at: Timestamp
    turn: Generated<string>
    unread: Generated<boolean>
  }
  support_message: {
    id: Generated<string>
    case_id: string
    operator_id: number | null
    text: string
    sent_at: Timestamp
  }
}
