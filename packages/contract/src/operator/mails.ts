import { z } from 'zod'
import { route } from '../route.ts'
import { done, instant } from '../shapes.ts'
import { bigId, person } from './shapes.ts'

const RETRIED_MAX = 200

export const listUndelivered = route({
  method: 'GET',
  path: '/operator/mails/undelivered',
  access: 'console',
  summary: 'Mails that were not sent: to be tried again, waiting for the hour or for verification, or given up.',
  reply: done.extend({
    data: z.object({
      failed: z.number().int(),
      /** The address had enough mails in this hour. */
      waiting: z.number().int(),
      /** The address is not verified. */
      held: z.number().int(),
      undeliverable: z.number().int(),
      /** At most 100. */
      mails: z.array(
        z.object({
          id: z.number().int(),
          kind: z.string(),
          /** Null for a forgotten passcode: the address was typed in, and may belong to nobody. */
          to: person.nullable(),
          email: z.string(),
          /** `undeliverable`: given up after three days. */
          state: z.enum(['failed', 'queued', 'held', 'undeliverable']),
          attempts: z.number().int(),
          last_error: z.string().nullable(),
          created_at: instant,
          /** Null if given up or held. */
          next_at: instant.nullable(),
        }),
      ),
    }),
  }),
})

export const retryMails = route({
  method: 'POST',
  path: '/operator/mails/retry',
  access: 'operator',
  summary: 'Try undelivered mails again, right now.',
  body: z.strictObject({ ids: z.array(bigId).min(1).max(RETRIED_MAX) }),
  reply: done.extend({ data: z.object({ retried: z.number().int() }) }),
})
