import { NOTHING, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { accountOf, chain, held, type Account, type OwnerId } from '../ledger/account.ts'
import type { Book, Plan } from '../ledger/book.ts'
import type { Journal, Reason } from '../ledger/journal.ts'
import { requireFunds, requireNotFrozen, type MemberBalances } from '../ledger/member-balances.ts'
import { returnableNow } from '../ledger/returnable.ts'
import type { Programme } from '../programme/programme.ts'

export type WithdrawalFacts = { readonly member: MemberBalances; readonly programme: Programme }
export type WithdrawalOrder = { readonly amount: Usd; readonly reference: string }
export type WithdrawalPlan = Plan & { readonly journals: readonly [Journal] }

/** Holds the amount at once, so that it cannot be spent twice. */
export function planWithdrawal(facts: WithdrawalFacts, { amount, reference }: WithdrawalOrder): WithdrawalPlan {
  const { member, programme } = facts
  requireNotFrozen(member)
  if (amount < programme.minWithdrawal)
    throw new Refusal('below_minimum', `The minimum withdrawal is ${show(programme.minWithdrawal)}`, {
      name: 'minimum_withdrawal',
      values: { amount: show(programme.minWithdrawal) },
    })
  requireFunds(member, 'available', amount)
  return holding({ member: member.member, source: 'available', amount, reference, ruleVersion: programme.version })
}

/** Asks for a deposit back that was not spent. A rest below the smallest withdrawal can be returned as a whole. */
export function planReturn(facts: WithdrawalFacts, { amount, reference }: WithdrawalOrder): WithdrawalPlan {
  const { member, programme } = facts
  const { minWithdrawal, offersReturns, version: ruleVersion } = programme
  if (!offersReturns)
    throw new Refusal('wrong_state', 'Deposits are not returned in this programme', { name: 'returns_not_offered' })
  requireNotFrozen(member)
  const most = returnableNow(member)
  if (amount > most) throw notCovered(member, amount)
  if (amount < minWithdrawal && amount !== most)
    throw new Refusal(
      'below_minimum',
      `The minimum return is ${show(minWithdrawal)}, unless you return all of ${show(most)}`,
      { name: 'minimum_return', values: { amount: show(minWithdrawal), all: show(most) } },
    )
  return holding({ member: member.member, source: 'impact', amount, reference, ruleVersion })
}

function notCovered({ returnable, onHold }: MemberBalances, asked: Usd): Refusal {
  const [unspent, checked, amount] = [show(returnable), show(onHold), show(asked)]
  return onHold > NOTHING
    ? new Refusal(
        'insufficient_funds',
        `${unspent} of your deposits is not spent, of which ${checked} is being checked: it does not cover ${amount}`,
        { name: 'checked_deposits_not_covered', values: { unspent, checked, amount } },
      )
    : new Refusal('insufficient_funds', `${unspent} of your deposits is not spent, which does not cover ${amount}`, {
        name: 'deposits_not_covered',
        values: { unspent, amount },
      })
}

/** What two persons agreed to pay to a cause, or out of operations. */
export function planPayout(
  { book, programme }: PayoutFacts,
  { owner, amount, reference }: WithdrawalOrder & { readonly owner: OwnerId },
): WithdrawalPlan {
  const source = sourceOf(owner)
  requireBalance(book, accountOf(source, owner), amount)
  return holding({ member: owner, source, amount, reference, ruleVersion: programme.version })
}

type PayoutFacts = { readonly book: Book; readonly programme: Programme }

/** Of what is not a member's. */
const sourceOf = (owner: OwnerId): 'cause' | 'operations' => (owner < 0 ? 'cause' : 'operations')

function requireBalance(book: Book, account: Account, amount: Usd): void {
  const balance = book.balance(account)
  if (balance < amount)
    throw new Refusal('insufficient_funds', `There is ${show(balance)}, which does not cover ${show(amount)}.`)
}

/**
 * A payment that has left already, and that nobody asked for: it is held and paid at once. No minimum, and no freeze: it
 * is no request.
 */
export function planFoundPayment(
  { book, programme }: PayoutFacts,
  { owner, amount, reference }: WithdrawalOrder & { readonly owner: OwnerId },
): Plan & { readonly source: WithdrawalSource } {
  const source = owner > 0 ? foundSource(book.balances(owner), programme, amount) : sourceOf(owner)
  if (owner <= 0) requireBalance(book, accountOf(source, owner), amount)
  const payment = { member: owner, source, amount, reference, ruleVersion: programme.version }
  return { source, journals: [...holding(payment).journals, ...planWithdrawalPaid(payment).journals] }
}

/** Nobody knows any more whether it was a withdrawal or a return: earnings come first. */
function foundSource(member: MemberBalances, { offersReturns }: Programme, amount: Usd): WithdrawalSource {
  if (offersReturns && member.available.balance < amount && returnableNow(member) >= amount) return 'impact'
  requireFunds(member, 'available', amount)
  return 'available'
}

const holding = ({ member, source, amount, reference, ruleVersion }: SourcedAmount): WithdrawalPlan => ({
  journals: [
    {
      source: accountOf(source, member),
      credits: [{ target: held(member), amount, share: 'whole' }],
      reason: 'withdrawal_held',
      reference,
      ruleVersion,
    },
  ],
})

/** Where the money was. `impact`: a deposit that is returned. `cause`, `operations`: a payout of theirs. */
export type WithdrawalSource = MemberSource | 'cause' | 'operations'
export type MemberSource = 'available' | 'impact'
type SourcedAmount = HeldAmount & { readonly source: WithdrawalSource }

export type HeldAmount = {
  /** Whose it is: a member, or the owner of a payout. */
  readonly member: OwnerId
  readonly amount: Usd
  readonly reference: string
  readonly ruleVersion: number
}

/** Both ends share it, and a reference is posted once: no withdrawal ends twice or both ways. */
export const endReference = (reference: string): string => `${reference}/end`

/** Out to the chain. */
export const planWithdrawalPaid = (payment: HeldAmount): WithdrawalPlan => ending(payment, 'withdrawal_paid', chain)

/** Back to where it came from. */
export const planWithdrawalReleased = ({ source, ...payment }: SourcedAmount): WithdrawalPlan =>
  ending(payment, 'withdrawal_released', accountOf(source, payment.member))

function ending(
  { member, amount, reference, ruleVersion }: HeldAmount,
  reason: Reason,
  target: Account,
): WithdrawalPlan {
  const credit = { target, amount, share: 'whole' } as const
  return {
    journals: [{ source: held(member), credits: [credit], reason, reference: endReference(reference), ruleVersion }],
  }
}
