import { minus, NOTHING, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { MemberAccountKind, MemberId, SystemAccount } from './account.ts'

/** Everything that a decision about one member needs. One row in the database. */
export type MemberBalances = {
  readonly member: MemberId
  readonly impact: AccountState
  readonly available: AccountState
  readonly held: AccountState
  /** Of the impact balance: deposits that were not spent, with those that are on hold. */
  readonly returnable: Usd
  /** Of the impact balance: deposits whose sender is not cleared. They stay where they are until then. */
  readonly onHold: Usd
  readonly window: EarningWindow
  readonly totals: Totals
  readonly frozen: boolean
  /** The member was erased. Nothing is left, and nothing arrives any more. */
  readonly closed: boolean
  /** How well the member is known. */
  readonly level: number
}

/** `sequence` is the number of the account's latest entry, 0 before the first. Exact as a number up to 2^53. */
export type AccountState = { readonly balance: Usd; readonly sequence: number }

/** An account that is no member's. */
export type SystemBalance = AccountState & { readonly account: SystemAccount }

/** Opened by each donation. `earned` counts towards the threshold, which follows from `lastDonation` and the stage. */
export type EarningWindow = {
  /** 0 before the first donation. */
  readonly stage: number
  readonly lastDonation: Usd
  /** Shown as stage_balance. */
  readonly earned: Usd
}

export type Totals = {
  readonly donated: Usd
  readonly earned: Usd
  readonly deposited: Usd
  readonly withdrawn: Usd
}

export const EMPTY_ACCOUNT: AccountState = { balance: NOTHING, sequence: 0 }

export const newMemberBalances = (member: MemberId): MemberBalances => ({
  member,
  impact: EMPTY_ACCOUNT,
  available: EMPTY_ACCOUNT,
  held: EMPTY_ACCOUNT,
  returnable: NOTHING,
  onHold: NOTHING,
  window: { stage: 0, lastDonation: NOTHING, earned: NOTHING },
  totals: { donated: NOTHING, earned: NOTHING, deposited: NOTHING, withdrawn: NOTHING },
  frozen: false,
  closed: false,
  level: 0,
})

const BALANCE_NAMES = {
  impact: 'impact balance',
  available: 'available balance',
  held: 'balance held for withdrawals',
} satisfies Record<MemberAccountKind, string>

export function requireFunds(balances: MemberBalances, kind: MemberAccountKind, amount: Usd): void {
  const { balance } = balances[kind]
  const onHold = kind === 'impact' ? balances.onHold : NOTHING
  if (minus(balance, onHold) >= amount) return
  const checked = onHold > NOTHING ? `, of which ${show(onHold)} is being checked,` : ''
  const sentence = `Your ${BALANCE_NAMES[kind]} of ${show(balance)}${checked} does not cover ${show(amount)}`
  const values = { balance: show(balance), amount: show(amount) }
  if (kind === 'held') throw new Refusal('insufficient_funds', sentence)
  throw new Refusal(
    'insufficient_funds',
    sentence,
    onHold > NOTHING
      ? { name: 'checked_not_covered', values: { ...values, checked: show(onHold) } }
      : { name: `${kind}_not_covered`, values },
  )
}

/** A frozen member cannot move money. Shares of other members' donations still arrive. */
export function requireNotFrozen(balances: MemberBalances): void {
  if (balances.frozen) throw new Refusal('frozen', 'Your account is frozen: it can be read, but no money can be moved')
}
