import { NOTHING, plus, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { available, cause, impact, type CauseId, type MemberAccount } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'
import type { Journal } from '../ledger/journal.ts'
import { requireNotFrozen, type MemberBalances } from '../ledger/member-balances.ts'
import { returnableNow } from '../ledger/returnable.ts'

export type ClosingFacts = {
  readonly member: MemberBalances
  /** What is more than this can be withdrawn, and has to be. */
  readonly minWithdrawal: Usd
  /** Whether deposits that were not spent can be returned. */
  readonly offersReturns: boolean
  readonly ruleVersion: number
  /** Which gets the rest. */
  readonly cause: CauseId
}

export type ClosingOrder = { readonly donatesRest: boolean; readonly reference: string }

export type ClosingPlan = Plan & { readonly closes: number }

/**
 * Closes a member's accounts for good: nothing is left in them, and nothing arrives any more. A rest that is too small to
 * withdraw goes to the cause as a whole, if the member agrees.
 */
export function planClosing(facts: ClosingFacts, { donatesRest, reference }: ClosingOrder): ClosingPlan {
  const { member, minWithdrawal, ruleVersion, cause: causeId } = facts
  requireOpen(member)
  requireNotFrozen(member)
  if (member.held.balance > NOTHING)
    throw new Refusal(
      'wrong_state',
      `A withdrawal of ${show(member.held.balance)} is open. Wait until it is paid, or cancel it first.`,
      { name: 'closing_withdrawal', values: { amount: show(member.held.balance) } },
    )
  const rest = plus(member.impact.balance, member.available.balance)
  if (rest > minWithdrawal) throw whatToDoFirst(facts)
  if (rest > NOTHING && !donatesRest)
    throw new Refusal('wrong_state', `There is ${show(rest)} left. Agree to donate it, or send it to somebody first.`, {
      name: 'closing_rest',
      values: { amount: show(rest) },
    })
  const toCause = (source: MemberAccount, amount: Usd, suffix: string): Journal[] =>
    amount === NOTHING
      ? []
      : [
          {
            source,
            credits: [{ target: cause(causeId), amount, share: 'whole' }],
            reason: 'closing',
            reference: `${reference}/${suffix}`,
            ruleVersion,
          },
        ]
  return {
    journals: [
      ...toCause(impact(member.member), member.impact.balance, 'impact'),
      ...toCause(available(member.member), member.available.balance, 'available'),
    ],
    closes: member.member,
  }
}

function requireOpen({ closed }: MemberBalances): void {
  if (closed) throw new Refusal('wrong_state', 'This account is already closed.', { name: 'closed_already' })
}

function whatToDoFirst({ member, minWithdrawal, offersReturns }: ClosingFacts): Refusal {
  const { impact: given, available: earned } = member
  const returnable = returnableNow(member)
  const canReturn = offersReturns && returnable > NOTHING ? `, of which ${show(returnable)} can be returned to you` : ''
  const todo = [
    ...(earned.balance > NOTHING ? [`withdraw the ${show(earned.balance)} that you have available`] : []),
    ...(given.balance > NOTHING
      ? [`donate or send the ${show(given.balance)} of your impact balance${canReturn}`]
      : []),
  ]
  return new Refusal(
    'wrong_state',
    `First ${todo.join(', and ')}. At most ${show(minWithdrawal)} may be left; you can donate that with the erasure.`,
    {
      name: 'closing_first',
      values: { available: show(earned.balance), impact: show(given.balance), least: show(minWithdrawal) },
    },
  )
}
