import type { ReplyOf } from '@trefoil/contract/route'
import type { activityHistory } from '@trefoil/contract/activities'
import type { MemberAccountKind, SystemAccountKind } from '@trefoil/core/ledger/account'
import type { Reason, Share } from '@trefoil/core/ledger/journal'
import { negated, show, usd } from '@trefoil/core/money'

/** An entry of a member's account, with what its journal knows. */
export type EntryFacts = {
  amount: string
  share: Share | null
  reason: Reason
  source: MemberAccountKind | SystemAccountKind
  /** The other member, where there is one. */
  other: string | null
  /** The operators' reason, of an adjustment. */
  why: string | null
}

type Activity = ReplyOf<typeof activityHistory>['data']['activities'][number]
type Icon = Activity['icon']
type Direction = NonNullable<Activity['metadata']['direction']>

/** What a member reads about it. */
export function tellEntry(entry: EntryFacts): Told & { direction: Direction } {
  const units = usd(BigInt(entry.amount))
  const arrives = units > 0n
  const amount = show(arrives ? units : negated(units))
  const isOwn = entry.reason === 'transfer' && entry.source === 'available'
  const told = TOLD[entry.reason]({ ...entry, amount, arrives, other: entry.other ?? 'a member' })
  return { ...told, direction: isOwn ? 'own' : arrives ? 'in' : 'out' }
}

type Told = { type: string; description: string }
type Line = Omit<EntryFacts, 'other'> & { arrives: boolean; other: string }

const TOLD: Record<Reason, (line: Line) => Told> = {
  deposit: ({ amount }) => ({ type: 'Deposit', description: `Deposit of ${amount}` }),
  donation: ({ arrives, amount, other, share }) =>
    arrives
      ? { type: 'Earning', description: `Share of ${other}'s donation (${shareName(share)})` }
      : { type: 'Donation', description: `Donation of ${amount}` },
  transfer({ arrives, other, source }) {
    if (source === 'available') return { type: 'Transfer', description: 'Earnings moved to your impact balance' }
    return { type: 'Transfer', description: arrives ? `Transfer from ${other}` : `Transfer to ${other}` }
  },
  withdrawal_held: ({ amount }) => ({ type: 'Withdrawal', description: `Withdrawal of ${amount} requested` }),
  withdrawal_released: ({ amount }) => ({ type: 'Withdrawal', description: `Withdrawal of ${amount} given back` }),
  withdrawal_paid: ({ amount }) => ({ type: 'Withdrawal', description: `Withdrawal of ${amount} paid` }),
  adjustment: ({ arrives, why }) => ({
    type: 'Adjustment',
    description: `${arrives ? 'Credited' : 'Debited'} by the operators${why === null ? '' : `: ${why}`}`,
  }),
  reversal: ({ amount, arrives }) => ({
    type: 'Adjustment',
    description: arrives ? `${amount} returned to you` : `${amount} taken back`,
  }),
}

const shareName = (share: Share | null): string =>
  share?.startsWith('level_') ? `level ${share.slice('level_'.length)}` : (share ?? 'share')

const ICONS: Record<string, Icon> = {
  Deposit: 'deposit',
  Withdrawal: 'withdrawal',
  Donation: 'donation',
  Transfer: 'transfer',
  Earning: 'earning',
  Referral: 'referral',
}

/** Security and the like have none. */
export const iconOf = (type: string): Icon => ICONS[type] ?? null
