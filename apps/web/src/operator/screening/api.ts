import type * as contract from '@trefoil/contract/operator/screening'
import { injectEndpoints } from '../../lib/api.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import { change, type DataOf } from '../../lib/endpoint.ts'

export type WaitingDeposit = DataOf<typeof contract.listWaitingDeposits>['deposits'][number]
export type HitRow = DataOf<typeof contract.listHits>['hits'][number]

export const {
  useHitsInfiniteQuery,
  useReleaseHitMutation,
  useRefuseHitMutation,
  useWaitingDepositsInfiniteQuery,
  useReleaseWaitingDepositMutation,
  useRefuseWaitingDepositMutation,
  useSetMemberLevelMutation,
} = injectEndpoints((build) => ({
  hits: build.infiniteQuery(readPages<typeof contract.listHits>('/operator/screening')),
  releaseHit: build.mutation(change<typeof contract.releaseHit>('POST', '/operator/screening/:id/release')),
  refuseHit: build.mutation(change<typeof contract.refuseHit>('POST', '/operator/screening/:id/refuse')),
  waitingDeposits: build.infiniteQuery(readPages<typeof contract.listWaitingDeposits>('/operator/screening/deposits')),
  releaseWaitingDeposit: build.mutation(
    change<typeof contract.releaseWaitingDeposit>('POST', '/operator/screening/deposits/:id/release'),
  ),
  refuseWaitingDeposit: build.mutation(
    change<typeof contract.refuseWaitingDeposit>('POST', '/operator/screening/deposits/:id/refuse'),
  ),
  setMemberLevel: build.mutation(change<typeof contract.setMemberLevel>('POST', '/operator/members/:id/level')),
}))
