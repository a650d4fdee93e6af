import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { because, bigId, id, intId, person, why } from './shapes.ts'

export const screeningHit = z.object({
  id: z.number().int(),
  /** An address was to be saved, a deposit was credited, a payout was claimed. */
  moment: z.enum(['address', 'deposit', 'payout']),
  /** Null: a cause's, or of operations. */
  member: person.nullable(),
  /** Whose it is, by name. */
  owner: z.string(),
  address: z.string(),
  /** `none`: nobody has answered. */
  provider: z.enum(['list', 'oracle', 'http', 'none']),
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

export const waitingDeposit = z.object({
  id: z.number().int(),
  member: person,
  /** The sender. */
  address: z.string(),
  amount: usdNumber,
  reference: z.string(),
  waits_since: instant,
  /** Why there is no answer; null: none has failed. */
  unanswered: z.string().nullable(),
  /** A provider that is merely slow answers first. */
  by_hand: z.boolean(),
  approvals: z.object({ needed: z.number().int() }),
})

export const listWaitingDeposits = route({
  method: 'GET',
  path: '/operator/screening/deposits',
  access: 'console',
  summary: 'Deposits on hold whose senders nobody has answered about, oldest first.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      /** False: no provider is configured, so nobody will answer. */
      is_asking: z.boolean(),
      deposits: z.array(waitingDeposit),
      next_cursor: nextCursor,
    }),
  }),
})

const depositId = z.strictObject({ id: bigId })

export const releaseWaitingDeposit = route({
  method: 'POST',
  path: '/operator/screening/deposits/:id/release',
  access: 'operator',
  summary: 'Let a deposit go that nobody answers about. Where a withdrawal of that amount takes two, so does this.',
  params: depositId,
  body: because,
  reply: done,
})

export const refuseWaitingDeposit = route({
  method: 'POST',
  path: '/operator/screening/deposits/:id/refuse',
  access: 'operator',
  summary: 'Refuse a deposit that nobody answers about: it stays on hold, as if there had been a hit.',
  params: depositId,
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
