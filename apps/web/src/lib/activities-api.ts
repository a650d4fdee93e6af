import type { activityHistory } from '@trefoil/contract/activities'
import { injectEndpoints } from './api.ts'
import { readOnce, readPages } from './endpoint-kinds.ts'

export const activitiesApi = injectEndpoints((build) => ({
  activities: build.infiniteQuery(readPages<typeof activityHistory>('/activities/history')),
  activitiesPage: build.query(readOnce<typeof activityHistory>('/activities/history')),
}))

export const { useActivitiesInfiniteQuery } = activitiesApi
