import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, RawBuilder } from 'kysely'
import type { AccountRole } from '@trefoil/contract/shapes'
import type { Language } from '@trefoil/core/language/languages'
import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import type { ProgrammeRecord } from '@trefoil/core/programme/programme-record'
import type { CauseTables } from './cause-tables.ts'
import type { ChainSettingTable } from './chain-setting-table.ts'
import type { Big, Height, Timestamp, Units } from './column-types.ts'
import type { ConsentTables } from './consent-tables.ts'
import type { EpochTables } from './epoch-tables.ts'
import type { FactsTables } from './facts-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { LedgerTables } from './ledger-tables.ts'
import type { PasskeyTables } from './passkey-tables.ts'
import type { ProofLogTables } from './proof-log-tables.ts'
import type { ReserveTables } from './reserve-tables.ts'
import type { ScreeningTables } from './screening-tables.ts'
import type { SendingTables } from './sending-tables.ts'
import type { SupportTables } from './support-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/** The tables as the migrations create them. */
export type Tables = ReserveTables &
  MailTables &
  IdentityTables &
  PasskeyTables &
  LedgerTables &
  FactsTables &
  ProofLogTables &
  CauseTables &
  SupportTables &
  ScreeningTables &
  SendingTables &
  WebhookTables &
  ConsentTables &
  EpochTables & {
    account: {
      id: Generated<number>
      role: AccountRole
      name: string
      email: string
      key_hash: Buffer
      key_box: Buffer
      passcode_hash: string
      passcode_handed_out: Generated<boolean>
      email_hidden: Generated<boolean>
      first_steps: Generated<boolean>
      mail_topics: Generated<string[]>
      language: Language | null
      browser_language: Language | null
      wallet_address: string | null
      wallet_address_since: Date | null
      security_hold_until: Date | null
      email_verified_at: ColumnType<Date | null, RawBuilder<Date> | null | undefined, RawBuilder<Date> | null>
      email_grace_until: Date | null
      totp_box: Buffer | null
      totp_enabled_at: Date | null
      totp_step: ColumnType<string, number | undefined, number>
      passkey_user: ColumnType<Buffer | null, never, Buffer | null>
      passkeys: ColumnType<number, never, never>
      second_factor: GeneratedAlways<boolean>
      created_at: Timestamp
    }
    recovery_code: { account_id: number; code_hash: Buffer; used_at: Date | null }
    session: {
      id: string
      account_id: number
      seed: Buffer
      /** The version of the secret that its newest refresh token was made with; null: from before versions. */
      token_version: string | null
      generation: Generated<number>
      rotated_at: Timestamp
      created_at: Timestamp
      expires_at: Date
      ended_at: Date | null
      end_reason: string | null
      address: string | null
      device: string | null
      active_at: Timestamp
      second_factor_at: ColumnType<Date | null, RawBuilder<Date> | null | undefined, RawBuilder<Date>>
    }
    reset_token: {
      token_hash: Buffer
      account_id: number
      expires_at: Date
      used_at: Date | null
      mail_id: string | null
    }
    member: {
      id: number
      referral_code: string
      sponsor: number | null
      parent: number | null
      position: number | null
      depth: number
      gap: Generated<number>
      upline: number[]
      seats: number[]
    }
    team: {
      member_id: number
      sizes: Generated<number[]>
      referrals: Generated<number>
      active_referrals: Generated<number>
      top_referrers: Generated<number[]>
    }
    activity: {
      id: Generated<string>
      account_id: number
      type: string
      description: string
      metadata: JSONColumnType<Record<string, unknown>, string | undefined>
      created_at: Timestamp
    }
    installation: { key: string; value: JSONColumnType<Record<string, unknown>> }
    programme: { version: number; rules: JSONColumnType<ProgrammeRecord>; active_from: Timestamp }
    member_balance: {
      member_id: number
      impact: Units
      impact_sequence: Generated<number>
      available: Units
      available_sequence: Generated<number>
      held: Units
      held_sequence: Generated<number>
      returnable: Units
      stage: Generated<number>
      last_donation: Units
      stage_balance: Units
      total_donated: Units
      total_earned: Units
      total_deposited: Units
      total_withdrawn: Units
      frozen: Generated<boolean>
      closed: Generated<boolean>
      on_hold: Units
      kyc_level: Generated<number>
      kyc_level_by: number | null
      agreed_turn: Generated<number>
      version: Units
    }
    chain_setting: ChainSettingTable
    reversal: {
      reverses: Units
      first_journal: Units
      last_journal: Units
      member_id: number
      proposal_id: number
      restored: Units
    }
    deposit_address: {
      address: string
      index: string
      member_id: number
      setting: number
      turn: number
      issued_at: Timestamp
      expires_at: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>
      received_at: Date | null
      set_aside: string | null
      set_aside_until: Date | null
    }
    scan: {
      chain_id: number
      scanned: Height
      scanned_hash: string
      final: Height
      final_hash: string
      noted: Height
      arrived: Big
      swept: Big
      opening: Big | null
    }
    scan_block: { number: Height; hash: string; transfers: string | null }
    deposit: {
      id: Generated<string>
      chain_id: number
      transaction: string
      ordinal: number
      block_number: Height
      block_hash: string
      address: string
      member_id: number
      sender: string
      value: Big
      credited: Units
      remainder: Big
      state: Generated<'seen' | 'dropped' | 'final' | 'credited'>
      seen_at: Timestamp
      credited_at: Date | null
      sweep_signer: string | null
      sweep_nonce: string | null
      reference: GeneratedAlways<string>
      screening: 'waiting' | 'held' | null
      clearing: string | null
      cleared_at: Date | null
    }
    dust_count: { chain_id: number; remainder: Big; booked: Units }
    withdrawal: {
      id: Generated<string>
      reference: string
      member_id: number
      source: Generated<WithdrawalSource>
      amount: Units
      address: string
      payout_id: string | null
      payout_number: number | null
      state: Generated<WithdrawalState>
      requested_at: Timestamp
      look_at: ColumnType<Date | null, Date | RawBuilder<Date> | null, Date | RawBuilder<Date> | null>
      waits_for: string | null
      automatic: Generated<boolean>
      claimed_at: Date | null
      first_approved_by: number | null
      first_approved_at: Date | null
      decided_by: number | null
      decided_at: ColumnType<Date | null, RawBuilder<Date>, RawBuilder<Date>>
      decision: string | null
      ended_at: Date | null
      refusals: Generated<number>
      proposal_id: number | null
    }
    lost_payment: { payout_id: string; member_id: number; payout_number: number; found_at: Timestamp }
    recovery: {
      id: Generated<number>
      began_at: Timestamp
      why: string
      since_block: Height | null
      until_block: Height | null
      read_at: ColumnType<Date | null, never, RawBuilder<Date>>
      ended_at: ColumnType<Date | null, never, RawBuilder<Date>>
      proposal_id: number | null
    }
    lease: { lock: number; token: string; until: Timestamp }
    stream_slot: { account_id: number; slot: number; process: string }
    stream_process: { process: string; seen_at: Generated<Date> }
    poster_endpoint: { host: string; port: number; secret: Buffer; is_only_one: Generated<boolean> }
    worker_status: {
      name: string
      trouble: string | null
      trouble_since: Date | null
      figures: JSONColumnType<Record<string, number>>
      reported_at: Timestamp
    }
    proposal: {
      id: Generated<number>
      kind:
        | 'adjustment'
        | 'assignment'
        | 'programme'
        | 'signer'
        | 'funding_address'
        | 'payment'
        | 'recovery'
        | 'reversal'
        | 'settings'
        | 'cause'
        | 'payout'
        | 'epoch'
        | 'lost_tail'
        | 'document'
        | 'consent_rule'
      state: Generated<'open' | 'done' | 'rejected'>
      details: JSONColumnType<Record<string, unknown>>
      summary: string
      why: string
      member_id: number | null
      proposed_by: number
      proposed_at: Timestamp
      decided_by: number | null
      decided_at: ColumnType<Date | null, RawBuilder<Date> | undefined, RawBuilder<Date>>
      decision: string | null
      reversed_by: number | null
    }
  }
