import fc from 'fast-check'
import { planDeposit } from '../src/deposits/plan-deposit.ts'
import { chain, type MemberId } from '../src/ledger/account.ts'
import { Book, type Plan } from '../src/ledger/book.ts'
import { newMemberBalances, type MemberBalances } from '../src/ledger/member-balances.ts'
import { least, NOTHING, plus, total, usd, type Usd } from '../src/money.ts'
import { planReturn, type WithdrawalFacts } from '../src/payouts/plan-withdrawal.ts'
import { planDonation, type DonationFacts } from '../src/programme/plan-donation.ts'
import { planTransfer } from '../src/programme/plan-transfer.ts'
import type { Programme } from '../src/programme/programme.ts'
import { programmes, units } from './arbitraries.ts'
import { EMPTY_SYSTEM, SYSTEM_ACCOUNTS } from './system-accounts.ts'

/** A small world: thirteen members in one line, member 1 at the root. Orders of any kind come in any order. */
export const MEMBERS: MemberId[] = Array.from({ length: 13 }, (_, index) => index + 1)
const members = fc.constantFrom(...MEMBERS)

/** `hold`: a deposit whose sender is not cleared. */
type Kind = 'deposit' | 'hold' | 'return' | 'donate' | 'transfer' | 'keep'
export type Order = { kind: Kind; who: MemberId; other: MemberId; amount: Usd }
export const orders: fc.Arbitrary<Order> = fc.record({
  kind: fc.constantFrom('deposit', 'hold', 'return', 'donate', 'donate', 'donate', 'transfer', 'keep'),
  who: members,
  other: members,
  amount: fc.oneof({ weight: 6, arbitrary: units(12_000_000) }, { weight: 1, arbitrary: units(60_000_000) }),
})

export type World = { programme: Programme; stages: number[]; orders: Order[] }
export const worlds: fc.Arbitrary<World> = fc.record({
  programme: programmes,
  stages: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: MEMBERS.length, maxLength: MEMBERS.length }),
  orders: fc.array(orders, { maxLength: 40, size: 'max' }),
})

export function opened({ stages }: World): Book {
  const lastDonation = usd(2_000_000n)
  const balances = (member: MemberId): MemberBalances => {
    const fresh = newMemberBalances(member)
    const stage = stages[member - 1] ?? 0
    return {
      ...fresh,
      impact: { balance: usd(40_000_000n), sequence: 1 },
      available: { balance: usd(10_000_000n), sequence: 1 },
      window: stage === 0 ? fresh.window : { stage, lastDonation, earned: NOTHING },
    }
  }
  const outside = { balance: usd(-50_000_000n * BigInt(MEMBERS.length)), sequence: 1 }
  return new Book({
    memberBalances: MEMBERS.map(balances),
    system: EMPTY_SYSTEM.map((empty) => (empty.account === chain ? { ...empty, ...outside } : empty)),
  })
}

export function planFor(book: Book, programme: Programme, order: Order, reference: string): Plan {
  const { kind, who, other, amount } = order
  const ruleVersion = programme.version
  if (kind === 'deposit' || kind === 'hold')
    return planDeposit({ member: who, credited: usd(amount + 1n), reference, isHeld: kind === 'hold' }, ruleVersion)
  if (kind === 'return')
    return planReturn(returnFacts(book, programme, who), { amount: mostOf(book, order), reference })
  if (kind === 'donate')
    return planDonation(factsOf(book, programme, order), { amount, cause: causeOf(order), reference })
  const from = kind === 'keep' ? 'available' : 'impact'
  const recipient = book.balances(kind === 'keep' ? who : other)
  return planTransfer({ sender: book.balances(who), recipient, programme }, { from, amount, reference })
}

const returnFacts = (book: Book, programme: Programme, who: MemberId): WithdrawalFacts => ({
  member: book.balances(who),
  programme: { ...programme, offersReturns: true },
})

/** Not more than was deposited, so that most returns depend on what is on hold. */
function mostOf(book: Book, { who, amount }: Order): Usd {
  const { returnable } = book.balances(who)
  return returnable > NOTHING ? least(plus(amount, usd(1n)), returnable) : plus(amount, usd(1n))
}

/** One of two. */
const causeOf = ({ other }: Order): number => 1 + (other % 2)

function factsOf(book: Book, programme: Programme, { who, other }: Order): DonationFacts {
  const above = MEMBERS.filter((member) => member < who).toReversed()
  const sponsor = above.includes(other) ? other : above[0]
  return {
    programme,
    donor: book.balances(who),
    sponsor: sponsor === undefined ? null : book.balances(sponsor),
    above: above.slice(0, 10).map((member) => book.balances(member)),
  }
}

export function stateOf(book: Book) {
  return {
    memberBalances: MEMBERS.map((member) => book.balances(member)),
    system: SYSTEM_ACCOUNTS.map((account) => book.system(account)),
  }
}

/** Another book in the same state. */
export const copyOf = (book: Book): Book => new Book(stateOf(book))

export const sumOf = (book: Book): Usd =>
  total([
    ...MEMBERS.flatMap((member) => {
      const { impact: spendable, available, held } = book.balances(member)
      return [spendable.balance, available.balance, held.balance]
    }),
    ...SYSTEM_ACCOUNTS.map((account) => book.system(account).balance),
  ])

/** A reversal adds entries, which raises sequence numbers. Everything else must be as before. */
export function withoutSequences({ memberBalances: all, system }: ReturnType<typeof stateOf>) {
  return {
    memberBalances: all.map((balances) => ({
      ...balances,
      impact: balances.impact.balance,
      available: balances.available.balance,
      held: balances.held.balance,
    })),
    system: system.map((accountState) => accountState.balance),
  }
}
