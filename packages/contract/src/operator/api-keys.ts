import { z } from 'zod'
import { route } from '../route.ts'
import { done, instant, lineOfText } from '../shapes.ts'
import { because, id, person, why } from './shapes.ts'

/** What a key may read: the part of the console after `/operator/`. A key never acts. */
export const apiScope = z.enum([
  'audit',
  'causes',
  'deposits',
  'documents',
  'epochs',
  'export',
  'fees',
  'ledger',
  'mails',
  'members',
  'overview',
  'programme',
  'proposals',
  'recovery',
  'reserves',
  'settings',
  'unmatched',
  'withdrawals',
])

const DAYS_MAX = 365

export const listApiKeys = route({
  method: 'GET',
  path: '/operator/api-keys',
  access: 'console',
  summary: 'Keys with which other programs read: the newest first, also those that are over.',
  reply: done.extend({
    data: z.object({
      keys: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          scopes: z.array(apiScope),
          state: z.enum(['active', 'expired', 'revoked']),
          operator: person,
          created_at: instant,
          expires_at: instant,
          /** To the minute. Null: never used. */
          last_used_at: instant.nullable(),
        }),
      ),
    }),
  }),
})

export const createApiKey = route({
  method: 'POST',
  path: '/operator/api-keys',
  access: 'operator',
  summary: 'A key for another program. The reply has it, and nothing else ever does.',
  body: z.strictObject({
    name: lineOfText.min(1).max(60),
    scopes: z.array(apiScope).min(1).max(apiScope.options.length),
    days: z.number().int().min(1).max(DAYS_MAX),
    why,
  }),
  reply: done.extend({ data: z.object({ id: z.number().int(), key: z.string() }) }),
})

export const revokeApiKey = route({
  method: 'POST',
  path: '/operator/api-keys/:id/revoke',
  access: 'operator',
  summary: 'End a key at once.',
  params: id,
  body: because,
  reply: done,
})
