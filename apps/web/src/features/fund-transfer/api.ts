import type { processTransfer, transferHistory } from '@trefoil/contract/transfers'
import { injectEndpoints } from '../../lib/api.ts'
import { changeOnce, readOnce, readPages } from '../../lib/endpoint-kinds.ts'

export const transferApi = injectEndpoints((build) => ({
  transfer: build.mutation(changeOnce<typeof processTransfer>('/transfers/process')),
  transfers: build.infiniteQuery(readPages<typeof transferHistory>('/transfers/history')),
  transfersPage: build.query(readOnce<typeof transferHistory>('/transfers/history')),
}))

export const { useTransferMutation, useTransfersInfiniteQuery } = transferApi
