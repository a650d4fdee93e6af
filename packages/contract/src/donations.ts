import { z } from 'zod'
import { icon, nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, usdNumber } from './shapes.ts'

const cause = z.object({ slug: z.string(), name: z.string() })

export const processDonation = route({
  method: 'POST',
  path: '/donations/process',
  access: 'member',
  idempotent: true,
  posts: true,
  summary: 'Donate from the impact balance. The donation is divided at once, under the programme in force.',
  body: z.strictObject({
    amount: usdNumber,
    /** Its slug. Absent: the programme's default. */
    cause_id: z.string().max(60).optional(),
  }),
  reply: done.extend({
    data: z.object({
      donation_id: z.string(),
      amount: usdNumber,
      stage: z.number().int(),
      cause,
      /** What became of each share. */
      division: z.array(
        z.object({
          /** `cause`, `operations`, `sponsor`, or `level 1` to `level 10`. */
          to: z.string(),
          /** The cause's, or that of the own sponsor. */
          name: z.string().nullable(),
          /** In percent of the donation, by the programme. */
          share: z.number(),
          /** By that percentage, rounded down; for the cause: what the others leave. */
          due: usdNumber,
          amount: usdNumber,
          why: z.string(),
          /** What that says in English, for other languages: see `DivisionValues`. */
          why_code: z.string().optional(),
        }),
      ),
    }),
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
          cause,
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})
