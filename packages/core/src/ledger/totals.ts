import { minus, minusDownToZero, plus, type Usd } from '../money.ts'
import { ofMember, type Account, type MemberId } from './account.ts'
import { isEarning, isOfDonation, movesOf, type Journal, type Move } from './journal.ts'
import type { Purse, Totals } from './purse.ts'

type Purses = { purse(member: MemberId): Purse; put(purse: Purse): void }

/**
 * What a journal adds to its members' totals, read off the journal itself: so the dashboard's totals are sums over
 * the ledger by construction, and a reversal takes back exactly what its original added.
 */
export function withTotals(journal: Journal, purses: Purses): void {
  const undo = journal.reason === 'reversal'
  const grow = (account: Account, figure: keyof Totals, amount: Usd): void => {
    if (ofMember(account)) purses.put(grown(purses.purse(account.member), { figure, amount, undo }))
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

function grown(purse: Purse, { figure, amount, undo }: Growth): Purse {
  const totals = { ...purse.totals, [figure]: (undo ? minus : plus)(purse.totals[figure], amount) }
  if (figure !== 'earned') return { ...purse, totals }
  // A share that is taken back gives its room back too. Where its own window has closed meanwhile, the present one
  // gets the room, at most until it is unused: over the years a member still earns no more than all thresholds.
  const earned = (undo ? minusDownToZero : plus)(purse.window.earned, amount)
  return { ...purse, totals, window: { ...purse.window, earned } }
}

const turned = (move: Move): Move => ({ ...move, source: move.target, target: move.source })
