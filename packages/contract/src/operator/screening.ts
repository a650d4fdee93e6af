import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { because, id, intId, person, why } from './shapes.ts'

export const screeningHit = z.object({
  id: z.number().int(),
  /** An address was to be saved, a deposit was credited, a payout was claimed. */
  moment: z.enum(['address', 'deposit', 'payout']),
  /** Null: a cause's, or of operations. */
  member: person.nullable(),
  /** Whose it is, by name. */
  owner: z.string(),
  address: z.string(),
  provider: z.enum(['list', 'oracle', 'http']),
  reason: z.string().nullable(),
  amount: usdNumber.nullable(),
  /** The withdrawal's, or the deposit's. */
  reference: z.string().nullable(),
  state: z.enum(['open', 'released', 'refused']),
  found_at: instant,
  approvals: z.object({ needed: z.number().int(), first_by: person.nullable() }),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  decision: z.string().nullable(),
})

export const listHits = route({
  method: 'GET',
  path: '/operator/screening',
  access: 'console',
  summary: 'What screening holds: open ones oldest first, otherwise newest first.',
  query: pageQuery.extend({ show: z.enum(['open', 'all']).optional(), member: intId.optional() }),
  reply: done.extend({ data: z.object({ hits: z.array(screeningHit), next_cursor: nextCursor }) }),
})

export const releaseHit = route({
  method: 'POST',
  path: '/operator/screening/:id/release',
  access: 'operator',
  summary: 'Let it go, whatever the provider says. Where a withdrawal of that amount takes two, so does this.',
  params: id,
  body: because,
  reply: done,
})

export const refuseHit = route({
  method: 'POST',
  path: '/operator/screening/:id/refuse',
  access: 'operator',
  summary:
    'Refuse it: a withdrawal is refused with this reason, and the money goes back; a deposit stays on hold; an address cannot be saved.',
  params: id,
  body: because,
  reply: done,
})

export const setMemberLevel = route({
  method: 'POST',
  path: '/operator/members/:id/level',
  access: 'operator',
  summary: 'Say how well a member is known, which limits what they withdraw. Null: as the provider says.',
  params: id,
  body: z.strictObject({ level: z.number().int().min(0).max(9).nullable(), why }),
  reply: done,
})
