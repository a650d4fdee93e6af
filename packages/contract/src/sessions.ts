import { z } from 'zod'
import { route } from './route.ts'
import { done, instant, secondFactor } from './shapes.ts'

export const listSessions = route({
  method: 'GET',
  path: '/users/sessions',
  access: 'signed-in',
  summary: 'Where I am signed in, the latest first.',
  reply: done.extend({
    data: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          /** Browser and system, such as `Firefox on Linux`. */
          device: z.string(),
          /** Only the subnet, such as `203.0.113.0/24`. */
          network: z.string().nullable(),
          signed_in_at: instant,
          /** Accurate to about ten minutes. */
          last_used_at: instant,
          current: z.boolean(),
        }),
      ),
    }),
  }),
})

export const endSession = route({
  method: 'DELETE',
  path: '/users/sessions/:id',
  access: 'signed-in',
  summary: 'End one of my sessions at once.',
  params: z.strictObject({ id: z.uuid() }),
  reply: done,
})

export const endOtherSessions = route({
  method: 'POST',
  path: '/users/sessions/end-others',
  access: 'signed-in',
  summary: 'End all my sessions except this one, at once.',
  reply: done.extend({ data: z.object({ ended: z.number().int() }) }),
})

export const reportActivity = route({
  method: 'POST',
  path: '/users/sessions/activity',
  access: 'signed-in',
  summary: 'Somebody is at the keyboard: the time without use begins anew. Reading and polling do not count.',
  reply: done.extend({
    data: z.object({
      /** Until the session ends, if nothing is reported, and in any case. */
      idle_seconds: z.number(),
      whole_seconds: z.number(),
    }),
  }),
})

export const stepUp = route({
  method: 'POST',
  path: '/users/sessions/step-up',
  access: 'signed-in',
  summary: 'Show the second factor again. For five minutes, an operator can then act.',
  body: z.strictObject({ code: secondFactor }),
  reply: done,
})
