import type {
  approveWithdrawal,
  decideWithdrawals,
  listWithdrawals,
  readWithdrawal,
  refuseWithdrawal,
} from '@trefoil/contract/operator/withdrawals'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const {
  useWithdrawalsInfiniteQuery,
  useWithdrawalQuery,
  useApproveMutation,
  useRefuseMutation,
  useDecideMutation,
} = injectEndpoints((build) => ({
  withdrawals: build.infiniteQuery(readPages<typeof listWithdrawals>('/operator/withdrawals')),
  withdrawal: build.query(readData<typeof readWithdrawal>('/operator/withdrawals/:id')),
  approve: build.mutation(change<typeof approveWithdrawal>('POST', '/operator/withdrawals/:id/approve')),
  refuse: build.mutation(change<typeof refuseWithdrawal>('POST', '/operator/withdrawals/:id/refuse')),
  decide: build.mutation(change<typeof decideWithdrawals>('POST', '/operator/withdrawals/decide')),
}))

export type WithdrawalRow = DataOf<typeof listWithdrawals>['withdrawals'][number]
export type WithdrawalView = DataOf<typeof readWithdrawal>
