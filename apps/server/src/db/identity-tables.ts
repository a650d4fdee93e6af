import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, RawBuilder } from 'kysely'
import type { Timestamp } from './column-types.ts'

/** Who did what, and what an account's access and privacy need besides the account itself. */
export type IdentityTables = {
  api_key: {
    id: GeneratedAlways<number>
    name: string
    key_hash: Buffer
    scopes: string[]
    operator_id: number
    created_at: Timestamp
    expires_at: Date
    revoked_at: Date | null
    last_used_at: Date | null
  }
  personal_key: {
    account_id: number
    key_box: Buffer | null
    destroyed_at: ColumnType<Date | null, RawBuilder<Date> | null | undefined, RawBuilder<Date>>
  }
  auth_event: {
    id: Generated<string>
    account_id: number
    at: Timestamp
    kind: string
    minute: Date | null
    details: Buffer | null
  }
  former_member: { member_id: number; closed_at: Timestamp; last_journal: string }
  data_export: {
    account_id: number
    session_id: string
    state: Generated<'waiting' | 'ready' | 'failed'>
    requested_at: Timestamp
    attempts: Generated<number>
    percent: Generated<number>
    bytes: string | null
    expires_at: Date | null
  }
  statement_file: {
    account_id: number
    session_id: string
    kind: 'statement' | 'giving'
    format: 'pdf' | 'csv'
    paper: 'A4' | 'letter'
    first_day: Date
    last_day: Date
    state: Generated<'waiting' | 'ready' | 'failed'>
    requested_at: Timestamp
    attempts: Generated<number>
    percent: Generated<number>
    bytes: string | null
    expires_at: Date | null
  }
  statement_file_part: { account_id: number; number: number; content: Buffer }
  data_export_part: { account_id: number; number: number; content: Buffer }
  sign_in_link: { account_id: number; token_hash: Buffer; mail_id: string; expires_at: Date }
  audit_entry: {
    id: Generated<string>
    at: Timestamp
    action: string
    operator_id: number | null
    member_id: number | null
    subject: string | null
    why: string
    address: string | null
    agent: string | null
    details: JSONColumnType<Record<string, unknown>, string | undefined>
  }
}
