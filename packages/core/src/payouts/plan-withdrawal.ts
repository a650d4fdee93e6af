import { show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { available, chain, held, type MemberId } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'
import type { Journal } from '../ledger/journal.ts'
import { requireFunds, requireNotFrozen, type MemberBalances } from '../ledger/member-balances.ts'
import type { Programme } from '../programme/programme.ts'

export type WithdrawalFacts = { readonly member: MemberBalances; readonly programme: Programme }
export type WithdrawalOrder = { readonly amount: Usd; readonly reference: string }
export type WithdrawalPlan = Plan & { readonly journals: readonly [Journal] }

/** Holds the amount at once, so that it cannot be spent twice. */
export function planWithdrawal(facts: WithdrawalFacts, { amount, reference }: WithdrawalOrder): WithdrawalPlan {
  const { member, programme } = facts
  requireNotFrozen(member)
  if (amount < programme.minWithdrawal)
    throw new Refusal('below_minimum', `The minimum withdrawal is ${show(programme.minWithdrawal)}`)
  requireFunds(member, 'available', amount)
  return { journals: [holdJournal({ member: member.member, amount, reference, ruleVersion: programme.version })] }
}

/**
 * A payment that has left already, and that nobody asked for: it is held and paid at once. No minimum, and no freeze: it
 * is no request.
 */
export function planFoundPayment(
  { member, ruleVersion }: { readonly member: MemberBalances; readonly ruleVersion: number },
  { amount, reference }: WithdrawalOrder,
): Plan {
  requireFunds(member, 'available', amount)
  const payment = { member: member.member, amount, reference, ruleVersion }
  return { journals: [holdJournal(payment), ...planWithdrawalEnd('paid', payment).journals] }
}

const holdJournal = ({ member, amount, reference, ruleVersion }: HeldAmount): Journal => ({
  source: available(member),
  credits: [{ target: held(member), amount, share: 'whole' }],
  reason: 'withdrawal_held',
  reference,
  ruleVersion,
})

/** `released`: back to the member. `paid`: out to the chain. */
export type WithdrawalEnd = 'released' | 'paid'

export type HeldAmount = {
  readonly member: MemberId
  readonly amount: Usd
  readonly reference: string
  readonly ruleVersion: number
}

/** Both ends share it, and a reference is posted once: no withdrawal ends twice or both ways. */
export const endReference = (reference: string): string => `${reference}/end`

export function planWithdrawalEnd(end: WithdrawalEnd, { member, amount, reference, ruleVersion }: HeldAmount): Plan {
  const target = end === 'paid' ? chain : available(member)
  return {
    journals: [
      {
        source: held(member),
        credits: [{ target, amount, share: 'whole' }],
        reason: end === 'paid' ? 'withdrawal_paid' : 'withdrawal_released',
        reference: endReference(reference),
        ruleVersion,
      },
    ],
  }
}
