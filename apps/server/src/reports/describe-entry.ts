import type { ReplyOf } from '@trefoil/contract/route'
import type { activityHistory } from '@trefoil/contract/activities'
import type { MemberAccountKind, SystemAccountKind } from '@trefoil/core/ledger/account'
import type { Reason, Share } from '@trefoil/core/ledger/journal'
import { negated, show, usd } from '@trefoil/core/money'

/** An entry of a member's account, with facts from its journal. */
export type EntryFacts = {
  amount: string
  share: Share | null
  reason: Reason
  source: MemberAccountKind | SystemAccountKind
  /** The other member, if there is one. */
  other: string | null
  /** The operators' reason for an adjustment or a reversal. */
  why: string | null
  /** The operators took it back since. */
  reversed: boolean
  /** What a reversal took back, in words. */
  original: string | null
  /** Whom a donation or the rest of a closed account went to. */
  cause: string | null
}

type Activity = ReplyOf<typeof activityHistory>['data']['activities'][number]
type Icon = Activity['icon']
type Direction = NonNullable<Activity['metadata']['direction']>

/** What members read about it. */
export function describeEntry(entry: EntryFacts): { type: string; description: string; direction: Direction } {
  const units = usd(BigInt(entry.amount))
  const arrives = units > 0n
  const line = { ...entry, amount: show(arrives ? units : negated(units)), arrives, other: entry.other ?? 'a member' }
  const isOwn = entry.reason === 'transfer' && entry.source === 'available'
  return {
    type: typeOf(entry.reason, arrives),
    description: `${WORDS[entry.reason].describe(line)}${entry.reversed ? ' (reversed)' : ''}`,
    direction: isOwn ? 'own' : arrives ? 'in' : 'out',
  }
}

/** Its type in histories and sums. */
export const typeOf = (reason: Reason, arrives: boolean): string =>
  reason === 'donation' && arrives ? 'Earning' : WORDS[reason].type

type Line = Omit<EntryFacts, 'other'> & { arrives: boolean; other: string }

/** Everything that members read about a reason. A new reason is described here. */
const WORDS: Record<Reason, { type: string; describe: (line: Line) => string }> = {
  deposit: { type: 'Deposit', describe: ({ amount }) => `Deposit of ${amount}` },
  donation: {
    type: 'Donation',
    describe: ({ arrives, amount, other, share, cause }) =>
      arrives ? `Share of ${other}'s donation (${shareName(share)})` : `Donation of ${amount}${toCause(cause)}`,
  },
  transfer: {
    type: 'Transfer',
    describe({ arrives, other, source }) {
      if (source === 'available') return 'Earnings moved to your impact balance'
      return arrives ? `Transfer from ${other}` : `Transfer to ${other}`
    },
  },
  withdrawal_held: {
    type: 'Withdrawal',
    describe: ({ amount, source }) => `${source === 'impact' ? 'Return' : 'Withdrawal'} of ${amount} requested`,
  },
  withdrawal_released: { type: 'Withdrawal', describe: ({ amount }) => `Withdrawal of ${amount} given back` },
  withdrawal_paid: { type: 'Withdrawal', describe: ({ amount }) => `Withdrawal of ${amount} paid` },
  adjustment: {
    type: 'Adjustment',
    describe: ({ arrives, why }) =>
      `${arrives ? 'Credited' : 'Debited'} by the operators${why === null ? '' : `: ${why}`}`,
  },
  closing: {
    type: 'Closing',
    describe: ({ amount, cause }) => `${amount} given${toCause(cause)} when the account was closed`,
  },
  reversal: {
    type: 'Reversal',
    describe: ({ original, why }) => `Reversal of ${original ?? 'an earlier entry'}${why === null ? '' : `: ${why}`}`,
  },
}

const toCause = (cause: string | null): string => (cause === null ? '' : ` to ${cause}`)

export const shareName = (share: Share | null): string =>
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
