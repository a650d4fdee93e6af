import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, reference, secondFactor, usdNumber } from './shapes.ts'

const type = z.enum(['Deposit', 'Withdrawal'])

/** 1 completed, 2 pending, 3 rejected, 4 processing. */
const status = z.literal([1, 2, 3, 4])

export const requestWithdrawal = route({
  method: 'POST',
  path: '/transactions/withdrawal',
  access: 'member',
  idempotent: true,
  summary: 'Ask for a payout of earnings. The amount is held at once.',
  body: z.strictObject({
    amount: usdNumber,
    withdrawal_address: z.string().min(1).max(100),
    network: z.literal('BSC'),
    payment_method: z.literal('blockchain'),
    type: z.literal('Withdrawal'),
    code: secondFactor.optional(),
  }),
  reply: done.extend({ data: z.object({ withdrawal_id: z.string(), amount: usdNumber, status }) }),
})

export const returnDeposit = route({
  method: 'POST',
  path: '/transactions/return',
  access: 'member',
  idempotent: true,
  summary: 'Ask for a deposit back that was not spent, out of the impact balance. The amount is held at once.',
  body: requestWithdrawal.body,
  reply: requestWithdrawal.reply,
})

export const cancelWithdrawal = route({
  method: 'POST',
  path: '/transactions/withdrawal/:id/cancel',
  access: 'member',
  summary: 'Cancel a withdrawal while it is pending.',
  params: z.strictObject({ id: reference }),
  reply: done,
})

export const transactionHistory = route({
  method: 'GET',
  path: '/transactions/history',
  access: 'member',
  summary: 'Deposits and withdrawals, newest first.',
  query: pageQuery.extend({ type: type.optional() }),
  reply: done.extend({
    data: z.object({
      transactions: z.array(
        z.object({
          _id: z.string(),
          type,
          created_at: instant,
          amount: usdNumber,
          status,
          icon: z.enum(['deposit', 'withdrawal']),
          description: z.string(),
          /** What the description says in English, for other languages: see `TransactionValues`. */
          code: z.string().optional(),
          params: z.record(z.string(), z.string()).optional(),
          /** Where it arrived, or where it goes. */
          address: z.string(),
          /** Its hash on the chain, if it has one yet. */
          transaction: z.string().nullable(),
          /** For deposits: blocks on top of it, and how many make it final. */
          confirmations: z.object({ seen: z.number().int(), needed: z.number().int() }).nullable(),
          /** For withdrawals: what has happened so far, in order. */
          steps: z
            .array(z.object({ name: z.enum(['requested', 'approved', 'sent', 'ended']), at: instant }))
            .nullable(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})
