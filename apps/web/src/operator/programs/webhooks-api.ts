import type * as contract from '@trefoil/contract/operator/webhooks'
import { injectEndpoints } from '../../lib/api.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export type Endpoint = DataOf<typeof contract.listWebhooks>['endpoints'][number]
export type EventType = Endpoint['event_types'][number]
export type Delivery = DataOf<typeof contract.listDeliveries>['deliveries'][number]
export type DeliveryView = DataOf<typeof contract.readDelivery>

export const {
  useWebhooksQuery,
  useDeliveriesInfiniteQuery,
  useDeliveryQuery,
  useCreateWebhookMutation,
  useChangeWebhookMutation,
  useRotateWebhookMutation,
  useDisableWebhookMutation,
  useEnableWebhookMutation,
  useRemoveWebhookMutation,
  useTestWebhookMutation,
  useReplayWebhookMutation,
  useReplayDeliveryMutation,
} = injectEndpoints((build) => ({
  webhooks: build.query(readData<typeof contract.listWebhooks>('/operator/webhooks')),
  deliveries: build.infiniteQuery(readPages<typeof contract.listDeliveries>('/operator/webhooks/:id/deliveries')),
  delivery: build.query(readData<typeof contract.readDelivery>('/operator/webhook-deliveries/:id')),
  createWebhook: build.mutation(change<typeof contract.createWebhook>('POST', '/operator/webhooks')),
  changeWebhook: build.mutation(change<typeof contract.changeWebhook>('PUT', '/operator/webhooks/:id')),
  rotateWebhook: build.mutation(change<typeof contract.rotateWebhook>('POST', '/operator/webhooks/:id/rotate')),
  disableWebhook: build.mutation(change<typeof contract.disableWebhook>('POST', '/operator/webhooks/:id/disable')),
  enableWebhook: build.mutation(change<typeof contract.enableWebhook>('POST', '/operator/webhooks/:id/enable')),
  removeWebhook: build.mutation(change<typeof contract.removeWebhook>('POST', '/operator/webhooks/:id/remove')),
  testWebhook: build.mutation(change<typeof contract.testWebhook>('POST', '/operator/webhooks/:id/test')),
  replayWebhook: build.mutation(change<typeof contract.replayWebhook>('POST', '/operator/webhooks/:id/replay')),
  replayDelivery: build.mutation(
    change<typeof contract.replayDelivery>('POST', '/operator/webhook-deliveries/:id/replay'),
  ),
}))
