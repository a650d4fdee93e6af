import { z } from 'zod'
import { route } from '../route.ts'
import { done } from '../shapes.ts'

/** Of the native coin: a decimal, exact. */
const coins = z.string()

export const listFees = route({
  method: 'GET',
  path: '/operator/fees',
  access: 'console',
  summary:
    'What our transactions cost on the chain, in its native coin: by day of the last month, or by month of the last year.',
  query: z.strictObject({ by: z.enum(['day', 'month']).optional() }),
  reply: done.extend({
    data: z.object({
      /** In UTC, the newest first. Without those in which nothing was sent. */
      periods: z.array(
        z.object({
          /** Its first day. */
          from: z.iso.date(),
          payouts: z.number().int(),
          payout_fees: coins,
          sweeps: z.number().int(),
          sweep_fees: coins,
          epochs: z.number().int(),
          epoch_fees: coins,
        }),
      ),
    }),
  }),
})
