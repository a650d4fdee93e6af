import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

export const securityEvents = z.object({
  events: z.array(
    z.object({
      at: instant,
      kind: z.string(),
      description: z.string(),
      /** Browser and system. Null: unknown, or erased. */
      device: z.string().nullable(),
      /** The subnet of the address. */
      network: z.string().nullable(),
      /** The one that was named, where it was refused. */
      country: z.string().optional(),
    }),
  ),
  next_cursor: nextCursor,
})

export const readSecurityEvents = route({
  method: 'GET',
  path: '/users/security-events',
  access: 'signed-in',
  summary: 'Sign-ins and changes of what guards the account, newest first.',
  query: pageQuery,
  reply: done.extend({ data: securityEvents }),
})
