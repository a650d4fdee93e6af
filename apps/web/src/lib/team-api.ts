import type { listTeam, readTree, searchTeam } from '@trefoil/contract/network'
import type { earningReport, performanceReport } from '@trefoil/contract/reports'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { api } from './api.ts'

/** What the network and the reports read. Not part of the first load. */
export const teamApi = api.injectEndpoints({
  endpoints: (build) => ({
    team: build.query<ReplyOf<typeof listTeam>, QueryOf<typeof listTeam>>({
      query: (params) => ({ url: '/users/team-tree', params }),
      providesTags: ['Data'],
    }),
    tree: build.query<ReplyOf<typeof readTree>['data'], QueryOf<typeof readTree>>({
      query: (params) => ({ url: '/users/team-tree-chain', params }),
      transformResponse: (reply: ReplyOf<typeof readTree>) => reply.data,
      providesTags: ['Data'],
    }),
    teamSearch: build.query<ReplyOf<typeof searchTeam>['data']['members'], string>({
      query: (q) => ({ url: '/users/team-search', params: { q } }),
      transformResponse: (reply: ReplyOf<typeof searchTeam>) => reply.data.members,
      providesTags: ['Data'],
    }),
    earningReport: build.query<ReplyOf<typeof earningReport>['data'], void>({
      query: () => '/reports/earnings',
      transformResponse: (reply: ReplyOf<typeof earningReport>) => reply.data,
      providesTags: ['Data'],
    }),
    performanceReport: build.query<ReplyOf<typeof performanceReport>['data']['months'], void>({
      query: () => '/reports/performance',
      transformResponse: (reply: ReplyOf<typeof performanceReport>) => reply.data.months,
      providesTags: ['Data'],
    }),
  }),
})

export const { useTeamQuery, useTreeQuery, useTeamSearchQuery, useEarningReportQuery, usePerformanceReportQuery } =
  teamApi
