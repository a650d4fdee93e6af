import type { createApiKey, listApiKeys, revokeApiKey } from '@trefoil/contract/operator/api-keys'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = injectEndpoints((build) => ({
  apiKeys: build.query(readData<typeof listApiKeys>('/operator/api-keys')),
  createApiKey: build.mutation(change<typeof createApiKey>('POST', '/operator/api-keys')),
  revokeApiKey: build.mutation(change<typeof revokeApiKey>('POST', '/operator/api-keys/:id/revoke')),
}))

export type ApiKey = DataOf<typeof listApiKeys>['keys'][number]
export type Scope = ApiKey['scopes'][number]
