import type { readTree, searchTeam } from '@trefoil/contract/network'
import { injectEndpoints } from '../../../lib/api.ts'
import { readData } from '../../../lib/endpoint.ts'

export const treeApi = injectEndpoints((build) => ({
  tree: build.query(readData<typeof readTree>('/users/team-tree-chain')),
  teamSearch: build.query(readData<typeof searchTeam>('/users/team-search')),
}))

export const { useTreeQuery, useTeamSearchQuery } = treeApi
