import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, secondFactor, usdNumber } from './shapes.ts'

export const processTransfer = route({
  method: 'POST',
  path: '/transfers/process',
  access: 'member',
  idempotent: true,
  posts: true,
  summary: 'Send impact balance to another member, or move earnings into my own impact balance.',
  body: z.strictObject({
    amount: usdNumber,
    /** A private key or a referral code. */
    recipient_id: z.string().min(1).max(100),
    /** `impact` by default; `available` only to oneself. */
    from: z.enum(['impact', 'available']).optional(),
    /** Needed once transfers to others add up to a configured sum within 24 hours, where two-factor is on. */
    code: secondFactor.optional(),
  }),
  reply: done.extend({
    data: z.object({ recipient: z.object({ name: z.string() }), amount: usdNumber, transfer_id: z.string() }),
  }),
})

export const transferHistory = route({
  method: 'GET',
  path: '/transfers/history',
  access: 'member',
  summary: 'Transfers I sent and received, newest first.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      transfers: z.array(
        z.object({
          _id: z.string(),
          direction: z.enum(['sent', 'received', 'own']),
          /** `id` identifies the transfer, never the other member. The e-mail is null if they hide it. */
          counterpart: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
          created_at: instant,
          amount: usdNumber,
          status: z.enum(['completed', 'reversed']),
          icon: z.literal('transfer'),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})
