import type { activityHistory } from '@trefoil/contract/activities'
import type { donationHistory } from '@trefoil/contract/donations'
import type { listReferrals, listTeam } from '@trefoil/contract/network'
import type { transactionHistory } from '@trefoil/contract/transactions'
import type { transferHistory } from '@trefoil/contract/transfers'
import { api } from './api.ts'
import { call } from './endpoint.ts'
import { readOnce } from './endpoint-kinds.ts'

/** What exports read, a page after the other. All of it is read once, so nothing of it is kept. */
export const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    teamPage: build.query({ ...call<typeof listTeam>('GET', '/users/team-tree'), keepUnusedDataFor: 0 }),
    referralsPage: build.query(readOnce<typeof listReferrals>('/users/referrals')),
    activitiesPage: build.query(readOnce<typeof activityHistory>('/activities/history')),
    transactionsPage: build.query(readOnce<typeof transactionHistory>('/transactions/history')),
    donationsPage: build.query(readOnce<typeof donationHistory>('/donations/history')),
    transfersPage: build.query(readOnce<typeof transferHistory>('/transfers/history')),
  }),
})
