import type { readProfile } from '@trefoil/contract/profile'
import { injectEndpoints } from './api.ts'
import { readData } from './endpoint.ts'

export const profileApi = injectEndpoints((build) => ({
  profile: build.query(readData<typeof readProfile>('/users/profile')),
}))

export const { useProfileQuery } = profileApi
