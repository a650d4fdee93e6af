import type { Language } from '@trefoil/core/language/languages'
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from 'kysely'
import type { Height, Timestamp } from './column-types.ts'

export type MailTables = {
  email_verification: {
    account_id: number
    email: string
    token_hash: Buffer
    code_hash: Buffer
    link_until: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>
    code_until: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>
    wrong_codes: Generated<number>
  }
  email_change: {
    id: Generated<number>
    account_id: number
    old_email: string
    undo_hash: Buffer | null
    changed_at: Timestamp
    undo_until: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>
    undone_at: ColumnType<Date | null, null | undefined, RawBuilder<Date>>
  }
  mail_outbox: {
    id: Generated<string>
    account_id: number | null
    kind: string
    facts: JSONColumnType<Record<string, unknown>, string | undefined>
    state: Generated<'queued' | 'failed' | 'held' | 'sent' | 'undeliverable' | 'dropped' | 'inbox'>
    attempts: Generated<number>
    last_error: string | null
    created_at: Timestamp
    tried_at: Date | null
    next_at: ColumnType<Date | null, never, RawBuilder<Date> | null>
    recipient: string | null
    recipient_hash: Buffer | null
    handed_at: Date | null
    sent_with: string | null
    reference: Generated<string>
    read_at: Date | null
    language: Language | null
  }
  donor_notice: {
    id: Generated<string>
    cause_id: number
    update_id: number | null
    facts: JSONColumnType<Record<string, unknown>>
    last_journal: Height
    last_member: Generated<number>
    created_at: Timestamp
    done_at: Date | null
  }
  inbox_progress: { only_row: Generated<boolean>; journal_id: Height; trimmed_mail_id: Height }
  demo_mail: { id: Generated<string>; recipient: string; subject: string; body: string; created_at: Timestamp }
}
