import type { readNetworkStats } from '@trefoil/contract/network'
import { injectEndpoints } from './api.ts'
import { read } from './endpoint.ts'

export const networkStatsApi = injectEndpoints((build) => ({
  networkStats: build.query(read<typeof readNetworkStats>('/users/stats')),
}))

export const { useNetworkStatsQuery } = networkStatsApi
