import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, lineOfText } from '../shapes.ts'
import { because, bigId, id, person, why } from './shapes.ts'

/** What a program can be told of. Returns are withdrawals of deposits; payouts go to causes and operations. */
export const webhookEventType = z.enum([
  'deposit.credited',
  'deposit.cleared',
  'donation.made',
  'transfer.made',
  'withdrawal.requested',
  'withdrawal.paid',
  'withdrawal.cancelled',
  'withdrawal.refused',
  'return.requested',
  'return.paid',
  'return.cancelled',
  'return.refused',
  'payout.requested',
  'payout.paid',
  'payout.refused',
  'adjustment.made',
  'reversal.made',
  'closing.made',
])

/** Only sent when an operator asks for it. */
const sentType = z.enum([...webhookEventType.options, 'webhook.test'])

const endpointChanges = {
  url: z.string().min(1).max(500),
  description: lineOfText.min(1).max(60),
  event_types: z.array(webhookEventType).min(1).max(webhookEventType.options.length),
  why,
}

const madeSecret = done.extend({ data: z.object({ id: z.number().int(), secret: z.string() }) })

export const deliveryState = z.enum(['waiting', 'delivered', 'failed'])

const delivery = z.object({
  id: z.number().int(),
  type: sentType,
  /** Of the books. Null: a test. */
  journal: z.number().int().nullable(),
  state: deliveryState,
  attempts: z.number().int(),
  created_at: instant,
  /** Null unless it waits. */
  next_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** Of the last attempt. Null: there was none, or no answer. */
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
})

export const listWebhooks = route({
  method: 'GET',
  path: '/operator/webhooks',
  access: 'console',
  summary: 'Where other programs are told what happens, and how each endpoint fares.',
  reply: done.extend({
    data: z.object({
      endpoints: z.array(
        z.object({
          id: z.number().int(),
          url: z.string(),
          description: z.string(),
          event_types: z.array(webhookEventType),
          state: z.enum(['enabled', 'disabled']),
          /** `gone`: it answered 410. `failing`: it accepted nothing for five days. */
          disabled_why: z.enum(['operator', 'gone', 'failing']).nullable(),
          operator: person,
          created_at: instant,
          /** To the minute. */
          delivered_at: instant.nullable(),
          /** Null: what was sent last was accepted. */
          failing_since: instant.nullable(),
          /** Until then, the former secret signs as well. */
          former_until: instant.nullable(),
          waiting: z.number().int(),
          failed: z.number().int(),
        }),
      ),
    }),
  }),
})

export const createWebhook = route({
  method: 'POST',
  path: '/operator/webhooks',
  access: 'operator',
  summary: 'An endpoint to which events are sent from now on. The reply has its secret, and nothing else ever does.',
  body: z.strictObject(endpointChanges),
  reply: madeSecret,
})

export const changeWebhook = route({
  method: 'PUT',
  path: '/operator/webhooks/:id',
  access: 'operator',
  summary: 'Another address, description or choice of events.',
  params: id,
  body: z.strictObject(endpointChanges),
  reply: done,
})

export const rotateWebhook = route({
  method: 'POST',
  path: '/operator/webhooks/:id/rotate',
  access: 'operator',
  summary: 'A new secret. For a day the former one signs as well.',
  params: id,
  body: because,
  reply: madeSecret,
})

export const disableWebhook = route({
  method: 'POST',
  path: '/operator/webhooks/:id/disable',
  access: 'operator',
  summary: 'Send nothing until it is enabled again.',
  params: id,
  body: because,
  reply: done,
})

export const enableWebhook = route({
  method: 'POST',
  path: '/operator/webhooks/:id/enable',
  access: 'operator',
  summary: 'Send again: also what happened meanwhile, or only what happens from now on.',
  params: id,
  body: z.strictObject({ catch_up: z.boolean(), why }),
  reply: done,
})

export const removeWebhook = route({
  method: 'POST',
  path: '/operator/webhooks/:id/remove',
  access: 'operator',
  summary: 'End an endpoint for good. Its log goes with it.',
  params: id,
  body: because,
  reply: done,
})

export const testWebhook = route({
  method: 'POST',
  path: '/operator/webhooks/:id/test',
  access: 'operator',
  summary: 'Send the event webhook.test.',
  params: id,
  body: because,
  reply: done,
})

export const replayWebhook = route({
  method: 'POST',
  path: '/operator/webhooks/:id/replay',
  access: 'operator',
  summary: 'Send everything once more that has happened since a moment of the last 30 days.',
  params: id,
  body: z.strictObject({ since: z.iso.datetime(), why }),
  reply: done,
})

export const listDeliveries = route({
  method: 'GET',
  path: '/operator/webhooks/:id/deliveries',
  access: 'console',
  summary: 'What an endpoint was sent in the last 30 days, newest first.',
  params: id,
  query: pageQuery.extend({ state: deliveryState.optional() }),
  reply: done.extend({ data: z.object({ deliveries: z.array(delivery), next_cursor: nextCursor }) }),
})

const deliveryId = z.strictObject({ id: bigId })

export const readDelivery = route({
  method: 'GET',
  path: '/operator/webhook-deliveries/:id',
  access: 'console',
  summary: 'One event for one endpoint: what is sent, and every attempt.',
  params: deliveryId,
  reply: done.extend({
    data: z.object({
      delivery,
      /** The header `webhook-id`: the same for every attempt. Null, as what is sent, if the journal was lost. */
      message: z.string().nullable(),
      body: z.string().nullable(),
      /** The newest first, at most 50. */
      tries: z.array(
        z.object({
          at: instant,
          duration_ms: z.number().int(),
          status: z.number().int().nullable(),
          problem: z.string().nullable(),
          /** Its first bytes. */
          answer: z.string().nullable(),
        }),
      ),
    }),
  }),
})

export const replayDelivery = route({
  method: 'POST',
  path: '/operator/webhook-deliveries/:id/replay',
  access: 'operator',
  summary: 'Send one event once more, right now.',
  params: deliveryId,
  body: because,
  reply: done,
})
