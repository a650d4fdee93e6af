import type { proposeLostTail, proposePayment, proposeRecovery } from '@trefoil/contract/operator/proposals'
import type { readRecovery } from '@trefoil/contract/operator/recovery'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useRecoveryQuery, useProposeLostTailMutation, useProposePaymentMutation, useProposeRecoveryMutation } =
  injectEndpoints((build) => ({
    recovery: build.query(readData<typeof readRecovery>('/operator/recovery')),
    proposePayment: build.mutation(change<typeof proposePayment>('POST', '/operator/proposals/payment')),
    proposeLostTail: build.mutation(change<typeof proposeLostTail>('POST', '/operator/proposals/lost-tail')),
    proposeRecovery: build.mutation(change<typeof proposeRecovery>('POST', '/operator/proposals/recovery')),
  }))

export type RecoveryView = DataOf<typeof readRecovery>
export type UnbookedPayment = RecoveryView['payments'][number]
