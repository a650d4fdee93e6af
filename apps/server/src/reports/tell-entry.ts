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
}

type Icon = ReplyOf<typeof activityHistory>['data']['activities'][number]['icon']

/** What a member reads about it. */
export function tellEntry(entry: EntryFacts): { type: string; description: string } {
  const units = usd(BigInt(entry.amount))
  const amount = show(units < 0n ? negated(units) : units)
  const arrives = units > 0n
  const other = entry.other ?? 'a member'
  switch (entry.reason) {
    case 'deposit':
      return { type: 'Deposit', description: `Deposit of ${amount}` }
    case 'donation':
      return arrives
        ? { type: 'Earning', description: `Share of ${other}'s donation (${shareName(entry.share)})` }
        : { type: 'Donation', description: `Donation of ${amount}` }
    case 'transfer':
      if (entry.source === 'available')
        return { type: 'Transfer', description: 'Earnings moved to your impact balance' }
      return { type: 'Transfer', description: arrives ? `Transfer from ${other}` : `Transfer to ${other}` }
    case 'withdrawal_held':
      return { type: 'Withdrawal', description: `Withdrawal of ${amount} requested` }
    case 'withdrawal_released':
      return { type: 'Withdrawal', description: `Withdrawal of ${amount} given back` }
    case 'withdrawal_paid':
      return { type: 'Withdrawal', description: `Withdrawal of ${amount} paid` }
    case 'adjustment':
      return { type: 'Adjustment', description: `Adjustment of ${amount} by the operators` }
    case 'reversal':
      return { type: 'Adjustment', description: arrives ? `${amount} returned to you` : `${amount} taken back` }
  }
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
