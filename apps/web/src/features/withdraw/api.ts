import type { cancelWithdrawal, requestWithdrawal, returnDeposit } from '@trefoil/contract/transactions'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { changeOnce } from '../../lib/endpoint-kinds.ts'

export const { useWithdrawMutation, useReturnDepositMutation, useCancelWithdrawalMutation } = injectEndpoints(
  (build) => ({
    withdraw: build.mutation(changeOnce<typeof requestWithdrawal>('/transactions/withdrawal')),
    returnDeposit: build.mutation(changeOnce<typeof returnDeposit>('/transactions/return')),
    cancelWithdrawal: build.mutation(change<typeof cancelWithdrawal>('POST', '/transactions/withdrawal/:id/cancel')),
  }),
)
