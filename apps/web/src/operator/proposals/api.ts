import type { approveProposal, listProposals, rejectProposal } from '@trefoil/contract/operator/proposals'
import { injectEndpoints } from '../../lib/api.ts'
import { change, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const { useProposalsInfiniteQuery, useApproveProposalMutation, useRejectProposalMutation } = injectEndpoints(
  (build) => ({
    proposals: build.infiniteQuery(readPages<typeof listProposals>('/operator/proposals')),
    approveProposal: build.mutation(change<typeof approveProposal>('POST', '/operator/proposals/:id/approve')),
    rejectProposal: build.mutation(change<typeof rejectProposal>('POST', '/operator/proposals/:id/reject')),
  }),
)

export type ProposalRow = DataOf<typeof listProposals>['proposals'][number]
