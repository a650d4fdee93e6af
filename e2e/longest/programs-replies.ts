import { apiScope, type listApiKeys } from '@trefoil/contract/operator/api-keys'
import {
  webhookEventType,
  type listDeliveries,
  type listWebhooks,
  type readDelivery,
} from '@trefoil/contract/operator/webhooks'
import { PEOPLE, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const keys = PEOPLE.flatMap((operator) =>
  (['active', 'expired', 'revoked'] as const).map((state, index) => ({
    id: LONG.whole - operator.id * 10 - index,
    name: operator.name.slice(0, 60),
    scopes: apiScope.options,
    state,
    operator,
    created_at: LONG.instant,
    expires_at: LONG.instant,
    last_used_at: LONG.instant,
  })),
) satisfies DataOf<typeof listApiKeys>['keys']

const endpoints = PEOPLE.flatMap((operator) =>
  ([null, 'operator', 'gone', 'failing'] as const).map((why, index) => ({
    id: LONG.whole - operator.id * 10 - index,
    url: `https://${'subdomain.'.repeat(12)}example-organisation.org/${'path/'.repeat(60)}`,
    description: operator.name.slice(0, 60),
    event_types: webhookEventType.options.slice(0, 16 - index),
    state: why === null ? ('enabled' as const) : ('disabled' as const),
    disabled_why: why,
    operator,
    created_at: LONG.instant,
    delivered_at: LONG.instant,
    failing_since: LONG.instant,
    former_until: LONG.instant,
    waiting: LONG.whole,
    failed: LONG.whole,
  })),
) satisfies DataOf<typeof listWebhooks>['endpoints']

const deliveries = (['waiting', 'delivered', 'failed'] as const).map((state, index) => ({
  id: LONG.whole - index,
  type: 'withdrawal.requested' as const,
  journal: LONG.whole - index,
  state,
  attempts: 8,
  created_at: LONG.instant,
  next_at: LONG.instant,
  ended_at: LONG.instant,
  status: null,
  problem: LONG.prose,
})) satisfies DataOf<typeof listDeliveries>['deliveries']

/** Of which the longest replies have deliveries. */
export const LONGEST_ENDPOINT = endpoints[0]?.id ?? 0

const delivery = {
  delivery: deliveries[0] as (typeof deliveries)[number],
  message: 'evt_MMMMMMMMMMMMMMMMMMMMMMMM',
  body: JSON.stringify({ type: 'withdrawal.requested', data: { reference: LONG.reference } }),
  tries: [LONG.unbroken, LONG.prose].map((answer) => ({
    at: LONG.instant,
    duration_ms: 15_000,
    status: 500,
    problem: null,
    answer,
  })),
} satisfies DataOf<typeof readDelivery>

export const PROGRAMS_REPLIES: Record<string, unknown> = {
  '/operator/api-keys': { success: true, message: '', data: { keys } },
  '/operator/webhooks': { success: true, message: '', data: { endpoints } },
  [`/operator/webhooks/${LONGEST_ENDPOINT}/deliveries`]: {
    success: true,
    message: '',
    data: { deliveries, next_cursor: null },
  },
  [`/operator/webhook-deliveries/${LONG.whole}`]: { success: true, message: '', data: delivery },
}
