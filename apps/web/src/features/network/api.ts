import type { listTeam } from '@trefoil/contract/network'
import { injectEndpoints } from '../../lib/api.ts'
import { call, read } from '../../lib/endpoint.ts'

export const networkApi = injectEndpoints((build) => ({
  team: build.query(read<typeof listTeam>('/users/team-tree')),
  // For a file: nothing of it is kept.
  teamPage: build.query({ ...call<typeof listTeam>('GET', '/users/team-tree'), keepUnusedDataFor: 0 }),
}))

export const { useTeamQuery } = networkApi
