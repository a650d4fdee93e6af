import type { readTeamStats, readTopReferrers } from '@trefoil/contract/network'
import { injectEndpoints } from '../../lib/api.ts'
import { read, readData } from '../../lib/endpoint.ts'

export const overviewApi = injectEndpoints((build) => ({
  teamStats: build.query(read<typeof readTeamStats>('/users/team-stats')),
  topReferrers: build.query(readData<typeof readTopReferrers>('/users/top-referrers')),
}))

export const { useTeamStatsQuery, useTopReferrersQuery } = overviewApi
