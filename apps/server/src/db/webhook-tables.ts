import type { ColumnType, Generated, GeneratedAlways, RawBuilder } from 'kysely'
import type { Height, Timestamp } from './column-types.ts'

export type WebhookTables = {
  webhook_endpoint: {
    id: GeneratedAlways<number>
    url: string
    description: string
    event_types: string[]
    secret_box: Buffer | null
    former_box: Buffer | null
    former_until: Date | null
    state: Generated<'enabled' | 'disabled' | 'removed'>
    disabled_why: 'operator' | 'gone' | 'failing' | null
    journal_id: Height
    clearing: Generated<string>
    operator_id: number
    created_at: Timestamp
    delivered_at: Date | null
    failing_since: Date | null
    notified_at: Date | null
  }
  webhook_delivery: {
    id: GeneratedAlways<string>
    endpoint_id: number
    journal_id: string | null
    type: string
    state: Generated<'waiting' | 'delivered' | 'failed'>
    attempts: Generated<number>
    created_at: Timestamp
    next_at: ColumnType<Date | null, RawBuilder<Date> | undefined, RawBuilder<Date> | null>
    ended_at: Date | null
  }
  webhook_attempt: {
    id: GeneratedAlways<string>
    delivery_id: string
    at: Date
    duration_ms: number
    status: number | null
    problem: string | null
    answer: string | null
  }
}
