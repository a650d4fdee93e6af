import { NOTHING, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { available, impact } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'
import type { Journal } from '../ledger/journal.ts'
import { requireFunds, requireNotFrozen, type MemberBalances } from '../ledger/member-balances.ts'

export type TransferFacts = {
  readonly sender: MemberBalances
  /** Null if the key or code is unknown. */
  readonly recipient: MemberBalances | null
  readonly ruleVersion: number
}

export type TransferOrder = {
  readonly from: 'impact' | 'available'
  readonly amount: Usd
  readonly reference: string
}

export type TransferPlan = Plan & { readonly journals: readonly [Journal] }

/** From the impact balance to another member's, or from the member's earnings into their own impact balance. */
export function planTransfer(facts: TransferFacts, order: TransferOrder): TransferPlan {
  const { sender, recipient, ruleVersion } = facts
  const { from, amount, reference } = order
  if (amount <= NOTHING) throw new Refusal('invalid_amount', 'The amount must be more than zero')
  requireNotFrozen(sender)
  if (!recipient) throw new Refusal('unknown_recipient', 'No member has this private key or referral code')
  const toOneself = recipient.member === sender.member
  if (from === 'impact' && toOneself) {
    throw new Refusal('own_account', 'You cannot send your impact balance to yourself')
  }
  if (from === 'available' && !toOneself) {
    throw new Refusal('own_account', 'Earnings can only be moved into your own impact balance')
  }
  if (recipient.frozen) throw new Refusal('frozen', 'This member cannot receive transfers at present')
  requireFunds(sender, from, amount)
  const source = from === 'impact' ? impact(sender.member) : available(sender.member)
  const credits: Journal['credits'] = [{ target: impact(recipient.member), amount, share: 'whole' }]
  return { journals: [{ source, credits, reason: 'transfer', reference, ruleVersion }] }
}
