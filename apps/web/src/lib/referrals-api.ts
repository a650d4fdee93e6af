import type { listReferrals } from '@trefoil/contract/network'
import { injectEndpoints } from './api.ts'
import { readOnce, readPages } from './endpoint-kinds.ts'

export const referralsApi = injectEndpoints((build) => ({
  referrals: build.infiniteQuery(readPages<typeof listReferrals>('/users/referrals')),
  referralsPage: build.query(readOnce<typeof listReferrals>('/users/referrals')),
}))

export const { useReferralsInfiniteQuery } = referralsApi
