import type { proposeFundingAddress } from '@trefoil/contract/operator/proposals'
import type { readReserves } from '@trefoil/contract/operator/reserves'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useReservesQuery, useProposeFundingAddressMutation } = injectEndpoints((build) => ({
  reserves: build.query(readData<typeof readReserves>('/operator/reserves')),
  proposeFundingAddress: build.mutation(
    change<typeof proposeFundingAddress>('POST', '/operator/proposals/funding-address'),
  ),
}))

export type Reserves = DataOf<typeof readReserves>
