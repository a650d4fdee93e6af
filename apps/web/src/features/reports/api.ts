import type { readTree, searchTeam } from '@trefoil/contract/network'
import type { earningReport, performanceReport } from '@trefoil/contract/reports'
import { injectEndpoints } from '../../lib/api.ts'
import { readData } from '../../lib/endpoint.ts'

export const reportsApi = injectEndpoints((build) => ({
  earningReport: build.query(readData<typeof earningReport>('/reports/earnings')),
  performanceReport: build.query(readData<typeof performanceReport>('/reports/performance')),
  tree: build.query(readData<typeof readTree>('/users/team-tree-chain')),
  teamSearch: build.query(readData<typeof searchTeam>('/users/team-search')),
}))

export const { useEarningReportQuery, usePerformanceReportQuery, useTreeQuery, useTeamSearchQuery } = reportsApi
