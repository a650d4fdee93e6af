import { total, type Usd } from '../money.ts'
import { accountName, type Account } from './account.ts'

/**
 * One thing that happened to money. It has one source, and the source pays the sum of the credits: an unbalanced
 * journal cannot be expressed.
 */
export type Journal = {
  readonly source: Account
  readonly credits: readonly [Credit, ...Credit[]]
  readonly reason: Reason
  /** Unique: the same reference is posted once. */
  readonly reference: string
  /** The version of the programme that was in force. */
  readonly ruleVersion: number
}

export type Credit = { readonly target: Account; readonly amount: Usd; readonly share: Share }

/** One positive amount, one source, one target: always balanced. */
export type Move = { readonly source: Account; readonly target: Account; readonly amount: Usd; readonly share: Share }

/**
 * Which part of a journal a credit is. Only donations are divided; every other journal has one `whole`, and perhaps
 * `dust`.
 */
export type Share = DonationShare | 'whole' | 'dust'
export type DonationShare = EarningShare | 'cause' | 'operations'
export type EarningShare = 'sponsor' | LevelShare
export type LevelShare = `level_${Level}`
export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

export type Reason =
  | 'deposit'
  | 'donation'
  | 'transfer'
  | 'withdrawal_held'
  | 'withdrawal_released'
  | 'withdrawal_paid'
  | 'adjustment'
  | 'reversal'
  | 'closing'

export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export const isEarning = (share: Share): share is EarningShare => share === 'sponsor' || share.startsWith('level_')
export const isOfDonation = (share: Share): share is DonationShare => share !== 'whole' && share !== 'dust'

export const amountOf = (journal: Journal): Usd => total(journal.credits.map((credit) => credit.amount))

export const movesOf = (journal: Journal): Move[] =>
  journal.credits.map((credit) => ({ source: journal.source, ...credit }))

/** A malformed journal is a bug, not a refusal. */
export function assertPostable(journal: Journal): void {
  const source = accountName(journal.source)
  for (const { target, amount } of journal.credits) {
    if (amount <= 0n) throw new Error(`${journal.reference}: a credit of ${amount} units`)
    if (accountName(target) === source) throw new Error(`${journal.reference}: ${source} pays itself`)
  }
  if (journal.credits.length === 0) throw new Error(`${journal.reference}: no credit`)
}
