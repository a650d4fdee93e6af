import type { activityHistory } from '@trefoil/contract/activities'
import type {
  listReferrals,
  readDetails,
  readNetworkStats,
  readTeamStats,
  readTopReferrers,
} from '@trefoil/contract/network'
import type { ReplyOf } from '@trefoil/contract/route'
import type { readStages } from '@trefoil/contract/programme'
import { api } from './api.ts'
import { BY_CURSOR, pageOf } from './by-cursor.ts'

/** What several member screens read. Not part of the first load. */
export const memberApi = api.injectEndpoints({
  endpoints: (build) => ({
    stages: build.query<ReplyOf<typeof readStages>, void>({
      query: () => '/stages',
      providesTags: ['Data'],
    }),
    details: build.query<ReplyOf<typeof readDetails>['data'], void>({
      query: () => '/users/details',
      transformResponse: (reply: ReplyOf<typeof readDetails>) => reply.data,
      providesTags: ['Data'],
    }),
    networkStats: build.query<ReplyOf<typeof readNetworkStats>, void>({
      query: () => '/users/stats',
      providesTags: ['Data'],
    }),
    teamStats: build.query<ReplyOf<typeof readTeamStats>['stats'], void>({
      query: () => '/users/team-stats',
      transformResponse: (reply: ReplyOf<typeof readTeamStats>) => reply.stats,
      providesTags: ['Data'],
    }),
    topReferrers: build.query<ReplyOf<typeof readTopReferrers>['data']['top_referrers'], void>({
      query: () => '/users/top-referrers',
      transformResponse: (reply: ReplyOf<typeof readTopReferrers>) => reply.data.top_referrers,
      providesTags: ['Data'],
    }),
    referrals: build.infiniteQuery<ReplyOf<typeof listReferrals>['data'], void, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ pageParam: cursor }) => ({ url: '/users/referrals', params: pageOf(cursor) }),
      transformResponse: (reply: ReplyOf<typeof listReferrals>) => reply.data,
      providesTags: ['Data'],
    }),
    activities: build.infiniteQuery<ReplyOf<typeof activityHistory>['data'], void, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ pageParam: cursor }) => ({ url: '/activities/history', params: pageOf(cursor) }),
      transformResponse: (reply: ReplyOf<typeof activityHistory>) => reply.data,
      providesTags: ['Data'],
    }),
  }),
})

export const {
  useStagesQuery,
  useDetailsQuery,
  useNetworkStatsQuery,
  useTeamStatsQuery,
  useTopReferrersQuery,
  useReferralsInfiniteQuery,
  useActivitiesInfiniteQuery,
} = memberApi
