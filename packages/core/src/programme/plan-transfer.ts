import { NOTHING, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { available, impact } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'
import type { Journal } from '../ledger/journal.ts'
import { requireFunds, requireNotFrozen, type MemberBalances } from '../ledger/member-balances.ts'
import type { Programme } from './programme.ts'

export type TransferFacts = {
  readonly sender: MemberBalances
  /** Null if the key or code is unknown. */
  readonly recipient: MemberBalances | null
  readonly programme: Pick<Programme, 'version' | 'minTransfer'>
}

export type TransferOrder = {
  readonly from: 'impact' | 'available'
  readonly amount: Usd
  readonly reference: string
}

export type TransferPlan = Plan & { readonly journals: readonly [Journal] }

/**
 * From the impact balance to another member's, or from the member's earnings into their own impact balance. Whatever can
 * be refused without the recipient is refused first, so that a transfer that cannot be made does not tell who exists.
 */
export function planTransfer(facts: TransferFacts, order: TransferOrder): TransferPlan {
  const { sender, recipient, programme } = facts
  const { from, amount, reference } = order
  if (amount <= NOTHING)
    throw new Refusal('invalid_amount', 'The amount must be more than zero', { name: 'amount_zero' })
  requireNotFrozen(sender)
  const toOneself = recipient?.member === sender.member
  if (from === 'impact' && toOneself) {
    throw new Refusal('own_account', 'You cannot send your impact balance to yourself', { name: 'to_yourself' })
  }
  if (from === 'available' && !toOneself) {
    throw new Refusal('own_account', 'Earnings can only be moved into your own impact balance', {
      name: 'earnings_to_others',
    })
  }
  if (!toOneself && amount < programme.minTransfer)
    throw new Refusal('below_minimum', `The minimum transfer is ${show(programme.minTransfer)}`, {
      name: 'minimum_transfer',
      values: { amount: show(programme.minTransfer) },
    })
  requireFunds(sender, from, amount)
  // One answer for all: who is frozen or has left is nobody else's business.
  if (!recipient || recipient.frozen || recipient.closed)
    throw new Refusal('unknown_recipient', 'No member with this private key or referral code can receive transfers')
  const source = from === 'impact' ? impact(sender.member) : available(sender.member)
  const credits: Journal['credits'] = [{ target: impact(recipient.member), amount, share: 'whole' }]
  return { journals: [{ source, credits, reason: 'transfer', reference, ruleVersion: programme.version }] }
}
