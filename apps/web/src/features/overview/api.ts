import type { readTeamStats, readTopReferrers } from '@trefoil/contract/network'
import { injectEndpoints } from '../../lib/api.ts'
import type { dismissFirstSteps } from '@trefoil/contract/profile'
import { change, read, readData } from '../../lib/endpoint.ts'

export const overviewApi = injectEndpoints((build) => ({
  teamStats: build.query(read<typeof readTeamStats>('/users/team-stats')),
  topReferrers: build.query(readData<typeof readTopReferrers>('/users/top-referrers')),
  dismissFirstSteps: build.mutation(change<typeof dismissFirstSteps>('POST', '/users/first-steps/dismiss')),
}))

export const { useTeamStatsQuery, useTopReferrersQuery, useDismissFirstStepsMutation } = overviewApi
