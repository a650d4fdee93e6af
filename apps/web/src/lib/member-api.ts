import type { activityHistory } from '@trefoil/contract/activities'
import type {
  listReferrals,
  readDetails,
  readNetworkStats,
  readTeamStats,
  readTopReferrers,
} from '@trefoil/contract/network'
import type { readStages } from '@trefoil/contract/programme'
import { api } from './api.ts'
import { read, readData } from './endpoint.ts'
import { readPages } from './endpoint-kinds.ts'

/** What several member screens read. Not part of the first load. */
export const memberApi = api.injectEndpoints({
  endpoints: (build) => ({
    stages: build.query(read<typeof readStages>('/stages')),
    details: build.query(readData<typeof readDetails>('/users/details')),
    networkStats: build.query(read<typeof readNetworkStats>('/users/stats')),
    teamStats: build.query(read<typeof readTeamStats>('/users/team-stats')),
    topReferrers: build.query(readData<typeof readTopReferrers>('/users/top-referrers')),
    referrals: build.infiniteQuery(readPages<typeof listReferrals>('/users/referrals')),
    activities: build.infiniteQuery(readPages<typeof activityHistory>('/activities/history')),
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
