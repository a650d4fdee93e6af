import { minus, plus, type Usd } from '../money.ts'
import { ofMember, type Account, type MemberId } from './account.ts'
import { isEarning, isOfDonation, movesOf, type Journal, type Move } from './journal.ts'
import type { MemberBalances, Totals } from './member-balances.ts'

type MemberBalancesStore = { balances(member: MemberId): MemberBalances; put(balances: MemberBalances): void }

/**
 * Adds a journal to its members' totals. Totals are derived from journals only, so they are always sums over the
 * ledger, and a reversal takes back exactly what its original added.
 */
export function withTotals(journal: Journal, memberBalances: MemberBalancesStore): void {
  const undo = journal.reason === 'reversal'
  const grow = (account: Account, figure: keyof Totals, amount: Usd): void => {
    if (ofMember(account)) memberBalances.put(grown(memberBalances.balances(account.member), { figure, amount, undo }))
  }
  for (const move of movesOf(journal)) {
    const { source, target, amount, share } = undo ? turned(move) : move
    if (isOfDonation(share)) grow(source, 'donated', amount)
    if (isEarning(share)) grow(target, 'earned', amount)
    if (source.kind === 'chain') grow(target, 'deposited', amount)
    if (target.kind === 'chain') grow(source, 'withdrawn', amount)
  }
}

type Growth = { readonly figure: keyof Totals; readonly amount: Usd; readonly undo: boolean }

function grown(balances: MemberBalances, { figure, amount, undo }: Growth): MemberBalances {
  const totals = { ...balances.totals, [figure]: (undo ? minus : plus)(balances.totals[figure], amount) }
  // A reversal's plan says whose room is free again: only it knows which windows are still open.
  if (figure !== 'earned' || undo) return { ...balances, totals }
  return { ...balances, totals, window: { ...balances.window, earned: plus(balances.window.earned, amount) } }
}

const turned = (move: Move): Move => ({ ...move, source: move.target, target: move.source })
