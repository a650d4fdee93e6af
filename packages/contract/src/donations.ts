import { z } from 'zod'
import { icon, nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, usdNumber } from './shapes.ts'

export const processDonation = route({
  method: 'POST',
  path: '/donations/process',
  access: 'member',
  idempotent: true,
  posts: true,
  summary: 'Donate from the impact balance. The donation is divided at once, under the programme in force.',
  body: z.strictObject({ amount: usdNumber }),
  reply: done.extend({
    data: z.object({ donation_id: z.string(), amount: usdNumber, stage: z.number().int() }),
  }),
})

export const donationHistory = route({
  method: 'GET',
  path: '/donations/history',
  access: 'member',
  summary: 'My donations, newest first.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      donations: z.array(
        z.object({
          _id: z.string(),
          type: z.literal('Donation'),
          created_at: instant,
          amount: usdNumber,
          status: z.enum(['completed', 'reversed']),
          icon,
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})
