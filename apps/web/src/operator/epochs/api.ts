import type { listConsoleEpochs, proposeEpoch } from '@trefoil/contract/operator/epochs'
import { injectEndpoints } from '../../lib/api.ts'
import { change, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const { useEpochsInfiniteQuery, useProposeEpochMutation } = injectEndpoints((build) => ({
  epochs: build.infiniteQuery(readPages<typeof listConsoleEpochs>('/operator/epochs')),
  proposeEpoch: build.mutation(change<typeof proposeEpoch>('POST', '/operator/proposals/epoch')),
}))

export type EpochRow = DataOf<typeof listConsoleEpochs>['epochs'][number]
