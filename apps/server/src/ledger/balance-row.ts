import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Selectable } from 'kysely'
import type { Statement } from '../db/pipeline.ts'
import type { Tables } from '../db/tables.ts'
import { numbers } from './columns.ts'

type Column = { type: 'int' | 'smallint' | 'bigint'; of: (balances: MemberBalances) => number | bigint }

/** The columns of `member_balance` that posting writes, and the field that each one holds. */
const COLUMNS = {
  member_id: { type: 'int', of: ({ member }) => member },
  impact: { type: 'bigint', of: ({ impact }) => impact.balance },
  impact_sequence: { type: 'int', of: ({ impact }) => impact.sequence },
  available: { type: 'bigint', of: ({ available }) => available.balance },
  available_sequence: { type: 'int', of: ({ available }) => available.sequence },
  held: { type: 'bigint', of: ({ held }) => held.balance },
  held_sequence: { type: 'int', of: ({ held }) => held.sequence },
  returnable: { type: 'bigint', of: ({ returnable }) => returnable },
  on_hold: { type: 'bigint', of: ({ onHold }) => onHold },
  stage: { type: 'smallint', of: ({ window }) => window.stage },
  last_donation: { type: 'bigint', of: ({ window }) => window.lastDonation },
  stage_balance: { type: 'bigint', of: ({ window }) => window.earned },
  total_donated: { type: 'bigint', of: ({ totals }) => totals.donated },
  total_earned: { type: 'bigint', of: ({ totals }) => totals.earned },
  total_deposited: { type: 'bigint', of: ({ totals }) => totals.deposited },
  total_withdrawn: { type: 'bigint', of: ({ totals }) => totals.withdrawn },
} satisfies Record<string, Column>

/** A row with amounts as bigints, as the batch reads it. */
export type BalanceRow = { [Name in keyof typeof COLUMNS]: ReturnType<(typeof COLUMNS)[Name]['of']> } & {
  frozen: boolean
  closed: boolean
  kyc_level: number
}

/** A row as a decision sees it. Its version changes with everything here, except by the passing of time. */
export type KeptBalances = {
  readonly balances: MemberBalances
  readonly version: bigint
  /** When the security hold ends, if there was one when this was read. */
  readonly heldUntil: Date | null
  readonly hasSecondFactor: boolean
  /** Of what members are asked to agree to, the last that this one did. */
  readonly agreedTurn: number
  readonly joined: Date
  readonly name: string
  /** Under which others may name the member: the private key's hash, as text, and the referral code. */
  readonly keyHash: string
  readonly referralCode: string
}

export const isNamed = (row: Pick<KeptBalances, 'keyHash' | 'referralCode'>, form: string): boolean =>
  form === row.keyHash || form === row.referralCode

export type KeptRow = BalanceRow & {
  version: bigint
  held_until: Date | null
  has_second_factor: boolean
  agreed_turn: number
  joined: Date
  name: string
  key_hash: string
  referral_code: string
}

export const keptBalancesFrom = (row: KeptRow): KeptBalances => ({
  balances: memberBalancesFrom(row),
  version: row.version,
  heldUntil: row.held_until,
  hasSecondFactor: row.has_second_factor,
  agreedTurn: row.agreed_turn,
  joined: row.joined,
  name: row.name,
  keyHash: row.key_hash,
  referralCode: row.referral_code,
})

/** The inverse. Written out, because a batch runs it for every member it touches. */
export const memberBalancesFrom = (row: BalanceRow): MemberBalances => ({
  member: row.member_id,
  impact: { balance: row.impact, sequence: row.impact_sequence },
  available: { balance: row.available, sequence: row.available_sequence },
  held: { balance: row.held, sequence: row.held_sequence },
  returnable: row.returnable,
  onHold: row.on_hold,
  window: { stage: row.stage, lastDonation: row.last_donation, earned: row.stage_balance },
  totals: {
    donated: row.total_donated,
    earned: row.total_earned,
    deposited: row.total_deposited,
    withdrawn: row.total_withdrawn,
  },
  frozen: row.frozen,
  closed: row.closed,
  level: row.kyc_level,
})

const columns: [name: string, column: Column][] = Object.entries(COLUMNS)
const names = columns.map(([name]) => name)

export const BALANCE_COLUMNS = [...names, 'frozen', 'closed', 'kyc_level'].join(', ')

/** Of `member_balance` joined with `account` and `member`. */
export const KEPT_COLUMNS = `${BALANCE_COLUMNS}, version, name, key_hash::text, referral_code, second_factor as has_second_factor,
  agreed_turn, account.created_at as joined,
  case when security_hold_until > now() then security_hold_until end as held_until`

/** From a row as Kysely reads it, with amounts as text. */
export const balanceRowFrom = (row: Selectable<Tables['member_balance']>): BalanceRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? BigInt(value) : value]),
  ) as BalanceRow

/**
 * Without `frozen` and `kyc_level`: no order changes them, and an operator may be changing them right now. Nor `closed`, which
 * is set once.
 */
export const updateBalances: Statement = {
  name: 'write member balances',
  text: `with written as (
      update member_balance set version = n.version + 1, ${names
        .filter((name) => name !== 'member_id')
        .map((name) => `${name} = n.${name}`)
        .join(', ')}
      from unnest($1::bigint[], ${columns.map(([, { type }], index) => `$${index + 2}::${type}[]`).join(', ')})
        as n (version, ${names.join(', ')})
      where member_balance.member_id = n.member_id and member_balance.version = n.version returning 1)
    select balances_have_changed() where (select count(*) from written) <> cardinality($1::bigint[])`,
}

/** `versions`: those that the new balances were decided upon. */
export const balanceParameters = (balances: readonly MemberBalances[], versions: readonly bigint[]): string[] => [
  numbers(versions),
  ...columns.map(([, { of }]) => numbers(balances.map(of))),
]
