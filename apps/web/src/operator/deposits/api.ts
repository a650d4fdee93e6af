import type { listDeposits, listUnmatched } from '@trefoil/contract/operator/deposits'
import type { proposeAssignment } from '@trefoil/contract/operator/proposals'
import { injectEndpoints } from '../../lib/api.ts'
import { change, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const { useDepositsInfiniteQuery, useUnmatchedInfiniteQuery, useProposeAssignmentMutation } = injectEndpoints(
  (build) => ({
    deposits: build.infiniteQuery(readPages<typeof listDeposits>('/operator/deposits')),
    unmatched: build.infiniteQuery(readPages<typeof listUnmatched>('/operator/unmatched')),
    proposeAssignment: build.mutation(change<typeof proposeAssignment>('POST', '/operator/proposals/assignment')),
  }),
)

export type DepositRow = DataOf<typeof listDeposits>['deposits'][number]
export type UnmatchedRow = DataOf<typeof listUnmatched>['unmatched'][number]
