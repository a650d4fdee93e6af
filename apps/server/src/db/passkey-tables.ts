import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type PasskeyTables = {
  passkey: {
    id: GeneratedAlways<number>
    account_id: number
    credential_id: Buffer
    public_key: Buffer
    counter: ColumnType<string, number, number>
    transports: string[]
    backed_up: boolean
    name: string
    created_at: Timestamp
    last_used_at: Date | null
    copied_at: Date | null
  }
  used_challenge: { challenge_hash: Buffer; expires_at: Date }
}
