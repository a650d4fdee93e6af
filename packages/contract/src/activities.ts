import { z } from 'zod'
import { icon, nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, usdNumber } from './shapes.ts'

export const activityHistory = route({
  method: 'GET',
  path: '/activities/history',
  access: 'signed-in',
  summary: 'What happened on my account, with or without money, newest first.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      activities: z.array(
        z.object({
          icon: icon.nullable(),
          created_at: instant,
          description: z.string(),
          /** What the description says in English, for other languages: see `ActivityValues`. An old kind has none. */
          code: z.string().optional(),
          params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          type: z.string(),
          /** Empty where no money moved. The amount is never negative: `direction` says which way it went. */
          metadata: z.object({
            amount: usdNumber.optional(),
            /** To the member, from the member, or between the member's own balances. */
            direction: z.enum(['in', 'out', 'own']).optional(),
            /** The operators took it back since. */
            reversed: z.literal(true).optional(),
            /**
             * Where it is in the books, to find it in the log. Not for a share of another member's donation, nor for
             * its reversal: the reference would lead to the receipt.
             */
            entry: z
              .object({ reference: z.string(), account: z.enum(['impact', 'available']), sequence: z.string() })
              .optional(),
            /** Where it is among the member's own entries, to have it explained. */
            place: z.object({ account: z.enum(['impact', 'available']), sequence: z.string() }).optional(),
            /** For a reversal: the original's type and time, and its id in the history of donations or transfers. */
            reversal_of: z.object({ type: z.string(), created_at: instant, _id: z.string().nullable() }).optional(),
          }),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

export const activityStats = route({
  method: 'GET',
  path: '/activities/stats',
  access: 'signed-in',
  summary: 'Counts and sums per type and month, for the last twelve months.',
  reply: done.extend({
    data: z.object({
      months: z.array(
        z.object({
          /** 2026-03 */
          month: z.string(),
          types: z.array(z.object({ type: z.string(), count: z.number().int(), amount: usdNumber })),
        }),
      ),
    }),
  }),
})
