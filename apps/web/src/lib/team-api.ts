import type { listTeam, readTree, searchTeam } from '@trefoil/contract/network'
import type { earningReport, performanceReport } from '@trefoil/contract/reports'
import { api } from './api.ts'
import { read, readData } from './endpoint.ts'

/** What the network and the reports read. Not part of the first load. */
export const teamApi = api.injectEndpoints({
  endpoints: (build) => ({
    team: build.query(read<typeof listTeam>('/users/team-tree')),
    tree: build.query(readData<typeof readTree>('/users/team-tree-chain')),
    teamSearch: build.query(readData<typeof searchTeam>('/users/team-search')),
    earningReport: build.query(readData<typeof earningReport>('/reports/earnings')),
    performanceReport: build.query(readData<typeof performanceReport>('/reports/performance')),
  }),
})

export const { useTeamQuery, useTreeQuery, useTeamSearchQuery, useEarningReportQuery, usePerformanceReportQuery } =
  teamApi
