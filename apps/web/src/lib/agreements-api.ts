import type { agree, readAgreements } from '@trefoil/contract/consent'
import { injectEndpoints } from './api.ts'
import { change, readData } from './endpoint.ts'

export const agreementsApi = injectEndpoints((build) => ({
  agreements: build.query(readData<typeof readAgreements>('/users/agreements')),
  agree: build.mutation(change<typeof agree>('POST', '/users/agreements')),
}))

export const { useAgreementsQuery, useAgreeMutation } = agreementsApi
