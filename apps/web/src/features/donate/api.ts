import type { donationHistory, processDonation } from '@trefoil/contract/donations'
import { injectEndpoints } from '../../lib/api.ts'
import { changeOnce, readOnce, readPages } from '../../lib/endpoint-kinds.ts'

export const donateApi = injectEndpoints((build) => ({
  donate: build.mutation(changeOnce<typeof processDonation>('/donations/process')),
  donations: build.infiniteQuery(readPages<typeof donationHistory>('/donations/history')),
  donationsPage: build.query(readOnce<typeof donationHistory>('/donations/history')),
}))

export const { useDonateMutation, useDonationsInfiniteQuery } = donateApi
