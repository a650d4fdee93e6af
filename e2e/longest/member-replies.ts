import type { activityHistory } from '@trefoil/contract/activities'
import type { donationHistory } from '@trefoil/contract/donations'
import type { listReferrals, listTeam } from '@trefoil/contract/network'
import type { earningReport, performanceReport } from '@trefoil/contract/reports'
import type { ReplyOf } from '@trefoil/contract/route'
import type { readSecurityEvents } from '@trefoil/contract/security-events'
import type { transactionHistory } from '@trefoil/contract/transactions'
import type { transferHistory } from '@trefoil/contract/transfers'
import { LONG, LONGEST_EVENTS } from './values.ts'

type Transaction = ReplyOf<typeof transactionHistory>['data']['transactions'][number]

const replied = { success: true, message: '' } as const

const transaction = (type: Transaction['type'], status: Transaction['status']): Transaction => ({
  _id: `${LONG.reference}${type}${status}`,
  type,
  created_at: LONG.instant,
  amount: LONG.amount,
  status,
  icon: type === 'Deposit' ? 'deposit' : 'withdrawal',
  description: LONG.prose,
  address: LONG.address,
  transaction: LONG.hash,
  confirmations: type === 'Deposit' ? { seen: 1199, needed: 1200 } : null,
  steps: type === 'Deposit' ? null : [{ name: 'requested', at: LONG.instant }],
})

const STATUSES = [1, 2, 3, 4] as const
const both = (['Deposit', 'Withdrawal'] as const).flatMap((type) => STATUSES.map((status) => transaction(type, status)))

const transactions: ReplyOf<typeof transactionHistory> = {
  ...replied,
  data: { transactions: both, next_cursor: null },
}

const donations: ReplyOf<typeof donationHistory> = {
  ...replied,
  data: {
    donations: [
      {
        _id: LONG.reference,
        type: 'Donation',
        created_at: LONG.instant,
        amount: LONG.amount,
        status: 'completed',
        icon: 'donation',
        cause: { slug: LONG.unbroken, name: LONG.unbroken },
      },
    ],
    next_cursor: null,
  },
}

const transfers: ReplyOf<typeof transferHistory> = {
  ...replied,
  data: {
    transfers: (['sent', 'received', 'own'] as const).map((direction, index) => ({
      _id: `${LONG.reference}${direction}`,
      direction,
      counterpart: { id: LONG.reference, name: index === 0 ? LONG.unbroken : LONG.name, email: LONG.email },
      created_at: LONG.instant,
      amount: LONG.amount,
      status: 'completed',
      icon: 'transfer',
    })),
    next_cursor: null,
  },
}

const activities: ReplyOf<typeof activityHistory> = {
  ...replied,
  data: {
    activities: [
      { description: `Transfer to ${LONG.unbroken}`, direction: 'out' as const },
      { description: LONG.prose, direction: 'in' as const },
    ].map(({ description, direction }) => ({
      icon: 'transfer',
      created_at: LONG.instant,
      description,
      type: 'Two-factor authentication',
      metadata: { amount: LONG.amount, direction },
    })),
    next_cursor: null,
  },
}

const people = [
  { name: LONG.name, email: LONG.email, referral_code: `${LONG.code}1` },
  { name: LONG.unbroken, email: LONG.email, referral_code: `${LONG.code}2` },
  { name: 'Ada', email: 'ada@example.org', referral_code: 'ADA' },
]

const referrals: ReplyOf<typeof listReferrals> = {
  ...replied,
  data: {
    referrals: people.map((person) => ({
      ...person,
      team_tree: { position: 'center' },
      status: 'inactive',
      stage: 10,
      joined: LONG.instant,
    })),
    next_cursor: null,
  },
}

const team: ReplyOf<typeof listTeam> = {
  ...replied,
  data: people.map((person, index) => ({
    ...person,
    status: 'inactive',
    stage: 10,
    level: 10,
    position: 'center',
    referred_by: {
      name: index === 0 ? LONG.unbroken : LONG.name,
      email: index === 2 ? null : LONG.email,
    },
  })),
  stats: { totalPages: 1, total: people.length, page: 1, limit: 10 },
}

const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`)

// In one month only, so that the sum does not exceed the largest amount.
const largest = (index: number): number => (index === 0 ? LONG.amount : 0)

const earnings: ReplyOf<typeof earningReport> = {
  ...replied,
  data: {
    earned_before: 0,
    months: MONTHS.map((month, index) => ({
      month,
      amount: largest(index),
      sources: [
        { source: 'sponsor', amount: largest(index) },
        { source: 'level_10', amount: 0 },
      ],
    })),
  },
}

const performance: ReplyOf<typeof performanceReport> = {
  ...replied,
  data: {
    months: MONTHS.map((month, index) => ({
      month,
      joined: LONG.whole,
      members: LONG.whole,
      donations: LONG.whole,
      donated: largest(index),
    })),
  },
}

const securityEvents: ReplyOf<typeof readSecurityEvents> = {
  ...replied,
  data: { events: LONGEST_EVENTS, next_cursor: null },
}

/** Replies for members' tables, by path. */
export const MEMBER_REPLIES: Record<string, unknown> = {
  '/transactions/history': transactions,
  '/donations/history': donations,
  '/transfers/history': transfers,
  '/activities/history': activities,
  '/users/referrals': referrals,
  '/users/security-events': securityEvents,
  '/users/team-tree': team,
  '/reports/earnings': earnings,
  '/reports/performance': performance,
}
