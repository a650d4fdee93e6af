import * as apiKeys from '@trefoil/contract/operator/api-keys'
import * as webhooks from '@trefoil/contract/operator/webhooks'
import { ok, serve, type Served } from '../../http/serve.ts'
import { createApiKey, readApiKeys, revokeApiKey } from '../api-keys.ts'
import { actorOf, type OperatorContext } from '../context.ts'
import { readDeliveries, readDelivery, replayDelivery, replayWebhook, testWebhook } from '../webhook-log.ts'
import {
  changeWebhook,
  createWebhook,
  disableWebhook,
  enableWebhook,
  readWebhooks,
  removeWebhook,
  rotateWebhook,
} from '../webhooks.ts'

/** What other programs read with, and where they are told. */
export const programRoutes = (context: OperatorContext): Served[] => [
  serve(apiKeys.listApiKeys, async () => ok('API keys', { data: await readApiKeys(context) })),
  serve(apiKeys.createApiKey, async (call) =>
    ok('The key is made. It is shown this once.', { data: await createApiKey(context, actorOf(call), call.body) }),
  ),
  serve(apiKeys.revokeApiKey, async (call) => {
    await revokeApiKey(context, actorOf(call), { id: call.params.id, why: call.body.why })
    return ok('The key is revoked.')
  }),

  serve(webhooks.listWebhooks, async () => ok('Webhooks', { data: await readWebhooks(context) })),
  serve(webhooks.createWebhook, async (call) =>
    ok('The endpoint is made. Its secret is shown this once.', {
      data: await createWebhook(context, actorOf(call), call.body),
    }),
  ),
  serve(webhooks.changeWebhook, async (call) => {
    await changeWebhook(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The endpoint is changed.')
  }),
  serve(webhooks.rotateWebhook, async (call) =>
    ok('The new secret is shown this once. For a day, the former one signs as well.', {
      data: await rotateWebhook(context, actorOf(call), { ...call.params, ...call.body }),
    }),
  ),
  serve(webhooks.disableWebhook, async (call) => {
    await disableWebhook(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The endpoint is disabled.')
  }),
  serve(webhooks.enableWebhook, async (call) => {
    await enableWebhook(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The endpoint is enabled.')
  }),
  serve(webhooks.removeWebhook, async (call) => {
    await removeWebhook(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The endpoint is removed.')
  }),
  serve(webhooks.testWebhook, async (call) => {
    await testWebhook(context, actorOf(call), { ...call.params, ...call.body })
    return ok('A test is on its way.')
  }),
  serve(webhooks.replayWebhook, async (call) => {
    await replayWebhook(context, actorOf(call), { ...call.params, ...call.body })
    return ok('Everything since then is sent once more.')
  }),
  serve(webhooks.listDeliveries, async ({ params, query }) =>
    ok('Deliveries', { data: await readDeliveries(context, { ...params, ...query }) }),
  ),
  serve(webhooks.readDelivery, async ({ params }) => ok('Delivery', { data: await readDelivery(context, params.id) })),
  serve(webhooks.replayDelivery, async (call) => {
    await replayDelivery(context, actorOf(call), { ...call.params, ...call.body })
    return ok('It is sent once more.')
  }),
]
