import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { person } from './shapes.ts'

export const listDeposits = route({
  method: 'GET',
  path: '/operator/deposits',
  access: 'console',
  summary: "What arrived at members' addresses, newest first.",
  query: pageQuery.extend({ state: z.enum(['seen', 'dropped', 'final', 'credited']).optional() }),
  reply: done.extend({
    data: z.object({
      deposits: z.array(
        z.object({
          id: z.string(),
          member: person,
          amount: usdNumber,
          state: z.enum(['seen', 'dropped', 'final', 'credited']),
          address: z.string(),
          sender: z.string(),
          transaction: z.string(),
          block: z.number().int(),
          seen_at: instant,
          credited_at: instant.nullable(),
          swept: z.boolean(),
          /** Why its address could not be swept, and is tried again later. */
          sweep_problem: z.string().nullable(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

export const listUnmatched = route({
  method: 'GET',
  path: '/operator/unmatched',
  access: 'console',
  summary: 'Transfers that were not credited: other tokens, zero amounts, money sent straight to one of our contracts.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      unmatched: z.array(
        z.object({
          id: z.number().int(),
          kind: z.enum(['zero', 'too_large', 'former_member', 'other_token', 'native', 'to_contract']),
          token: z.string(),
          sender: z.string(),
          recipient: z.string(),
          /** In the smallest units of its token. */
          value: z.string(),
          /** In dollars, if it is our token. */
          amount: usdNumber.nullable(),
          transaction: z.string(),
          block: z.number().int(),
          seen_at: instant,
          member: person.nullable(),
          /** Only our own token can be credited to a member, and only once. */
          assignable: z.boolean(),
          assigned_to: person.nullable(),
          proposal_id: z.number().int().nullable(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})
