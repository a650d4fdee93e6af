import type { activityHistory } from '@trefoil/contract/activities'
import type { donationHistory } from '@trefoil/contract/donations'
import type { listReferrals, listTeam } from '@trefoil/contract/network'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import type { transactionHistory } from '@trefoil/contract/transactions'
import type { transferHistory } from '@trefoil/contract/transfers'
import { api } from './api.ts'

/** What exports read, a page after the other. All of it is read once, so nothing of it is kept. */
export const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    teamPage: build.query<ReplyOf<typeof listTeam>, QueryOf<typeof listTeam>>({
      query: (params) => ({ url: '/users/team-tree', params }),
      keepUnusedDataFor: 0,
    }),
    referralsPage: build.query<ReplyOf<typeof listReferrals>['data'], QueryOf<typeof listReferrals>>({
      query: (params) => ({ url: '/users/referrals', params }),
      transformResponse: (reply: ReplyOf<typeof listReferrals>) => reply.data,
      keepUnusedDataFor: 0,
    }),
    activitiesPage: build.query<ReplyOf<typeof activityHistory>['data'], QueryOf<typeof activityHistory>>({
      query: (params) => ({ url: '/activities/history', params }),
      transformResponse: (reply: ReplyOf<typeof activityHistory>) => reply.data,
      keepUnusedDataFor: 0,
    }),
    transactionsPage: build.query<ReplyOf<typeof transactionHistory>['data'], QueryOf<typeof transactionHistory>>({
      query: (params) => ({ url: '/transactions/history', params }),
      transformResponse: (reply: ReplyOf<typeof transactionHistory>) => reply.data,
      keepUnusedDataFor: 0,
    }),
    donationsPage: build.query<ReplyOf<typeof donationHistory>['data'], QueryOf<typeof donationHistory>>({
      query: (params) => ({ url: '/donations/history', params }),
      transformResponse: (reply: ReplyOf<typeof donationHistory>) => reply.data,
      keepUnusedDataFor: 0,
    }),
    transfersPage: build.query<ReplyOf<typeof transferHistory>['data'], QueryOf<typeof transferHistory>>({
      query: (params) => ({ url: '/transfers/history', params }),
      transformResponse: (reply: ReplyOf<typeof transferHistory>) => reply.data,
      keepUnusedDataFor: 0,
    }),
  }),
})
