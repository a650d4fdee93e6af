import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './column-types.ts'

type Provider = 'list' | 'oracle' | 'http'
type Moment = 'address' | 'deposit' | 'payout'

export type ScreeningTables = {
  screening_answer: {
    id: GeneratedAlways<string>
    provider: Provider
    moment: Moment
    owner_id: number
    address: string
    /** Null: none was named. */
    amount: string | null
    result: 'clear' | 'hit' | 'none'
    detail: string | null
    level: number | null
    asked_at: Date
    answered_at: Timestamp
  }
  screening_hit: {
    id: GeneratedAlways<number>
    moment: Moment
    owner_id: number
    address: string
    /** `none`: no provider has answered. */
    provider: Provider | 'none'
    reason: string | null
    amount: string | null
    withdrawal_id: string | null
    deposit_id: string | null
    found_at: Timestamp
    state: Generated<'open' | 'released' | 'refused'>
    first_released_by: number | null
    first_released_at: Date | null
    decided_by: number | null
    decided_at: Date | null
    decision: string | null
  }
}
