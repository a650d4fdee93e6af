import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, reference as referenceText, usdNumber } from '../shapes.ts'
import { because, person, reference, why } from './shapes.ts'

/** What an operator should know before paying. */
export const riskFlag = z.enum([
  'frozen',
  'security_hold',
  'email_unverified',
  'deposit_return',
  'address_not_saved',
  'new_address',
  'over_daily_limit',
  'first_withdrawal',
  'no_two_factor',
  'new_account',
  'address_shared',
  'vault_refuses',
  'above_vault_limit',
])

const withdrawalState = z.enum(['requested', 'approved', 'claimed', 'failed', 'paid', 'refused', 'cancelled'])

export const withdrawalRow = z.object({
  /** The reference that the member sees as well. */
  id: z.string(),
  /** Null: a payout to a cause, or of operations. */
  member: person.nullable(),
  /** The name of whoever is paid. */
  payee: z.string(),
  amount: usdNumber,
  address: z.string(),
  /** Earnings, a deposit that is returned, or what a cause or operations holds. */
  source: z.enum(['available', 'impact', 'cause', 'operations']),
  state: withdrawalState,
  /** It needs an operator to proceed. */
  waiting: z.boolean(),
  waits_for: z.string().nullable(),
  flags: z.array(riskFlag),
  requested_at: instant,
  /** How many operators it takes to approve it, and who was the first of two. */
  approvals: z.object({ needed: z.number().int(), first_by: person.nullable() }),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  decision: z.string().nullable(),
  ended_at: instant.nullable(),
  transaction: z.string().nullable(),
})

export const listWithdrawals = route({
  method: 'GET',
  path: '/operator/withdrawals',
  access: 'console',
  summary: 'Withdrawals: waiting (oldest first), open, or all (newest first).',
  query: pageQuery.extend({ show: z.enum(['waiting', 'open', 'all']).optional() }),
  reply: done.extend({ data: z.object({ withdrawals: z.array(withdrawalRow), next_cursor: nextCursor }) }),
})

export const readWithdrawal = route({
  method: 'GET',
  path: '/operator/withdrawals/:id',
  access: 'console',
  summary: "One withdrawal, its attempts on the chain, and the member's earlier withdrawals.",
  params: reference,
  reply: done.extend({
    data: z.object({
      withdrawal: withdrawalRow,
      attempts: z.array(
        z.object({
          transaction: z.string(),
          nonce: z.number().int(),
          signed_at: instant,
          sent_at: instant.nullable(),
          advice: z.string().nullable(),
        }),
      ),
      /** What all its transactions cost, in the native coin: a decimal, exact. Null before the first one ended. */
      fees: z.string().nullable(),
      member: z
        .object({
          joined: instant,
          available: usdNumber,
          total_deposited: usdNumber,
          total_donated: usdNumber,
          total_earned: usdNumber,
          total_withdrawn: usdNumber,
        })
        .nullable(),
      earlier: z.array(withdrawalRow),
    }),
  }),
})

export const approveWithdrawal = route({
  method: 'POST',
  path: '/operator/withdrawals/:id/approve',
  access: 'operator',
  summary:
    'Approve a withdrawal that was not paid automatically. Above an amount that the programme names, it takes two.',
  params: reference,
  body: because,
  reply: done,
})

export const refuseWithdrawal = route({
  method: 'POST',
  path: '/operator/withdrawals/:id/refuse',
  access: 'operator',
  summary: 'Refuse a withdrawal and return the money, with a reason that the member reads.',
  params: reference,
  body: because,
  reply: done,
})

export const decideWithdrawals = route({
  method: 'POST',
  path: '/operator/withdrawals/decide',
  access: 'operator',
  summary: 'Approve or refuse several, each on its own: one failure does not stop the others.',
  body: z.strictObject({
    decision: z.enum(['approve', 'refuse']),
    ids: z.array(referenceText).min(1).max(100),
    why,
  }),
  reply: done.extend({
    data: z.object({ results: z.array(z.object({ id: z.string(), done: z.boolean(), message: z.string() })) }),
  }),
})
