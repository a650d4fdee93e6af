import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Big, Timestamp } from './column-types.ts'

type Moment = ColumnType<Date | null, Date | RawBuilder<Date> | null | undefined, Date | RawBuilder<Date> | null>
type Count = ColumnType<string | null, bigint | string | null | undefined, bigint | string | null>

/** What is owed, counted epoch by epoch. */
export type EpochTables = {
  epoch: {
    number: number
    state: Generated<'waiting' | 'building' | 'posting' | 'anchored' | 'failed'>
    asked_at: Timestamp
    proposal_id: number | null
    why: string | null
    began_at: Moment
    counted: Generated<number>
    owners: Generated<number>
    outstanding: string | null
    at: Moment
    journal: Count
    depth: number | null
    leaves: number | null
    root: Buffer | null
    total: Count
    log_size: Count
    log_root: Buffer | null
    built_at: Moment
    key_box: Buffer | null
    contract: string | null
    transaction: string | null
    fee_paid: Big | null
    vault_balance: Count
    treasury_balance: Count
    posted_at: Moment
    anchored_at: Moment
  }
  attestation_contract: { setting: number; address: string }
  epoch_nodes: { epoch: number; level: number; part: number; content: Buffer }
  epoch_owners: { epoch: number; first_owner: number; content: Buffer }
}
