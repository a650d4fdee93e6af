import type { passkeyChallenge } from '@trefoil/contract/passkeys'
import { injectEndpoints } from './api.ts'
import { call } from './endpoint.ts'

export const { usePasskeyChallengeMutation } = injectEndpoints((build) => ({
  passkeyChallenge: build.mutation(call<typeof passkeyChallenge>('POST', '/users/passkeys/challenge')),
}))
