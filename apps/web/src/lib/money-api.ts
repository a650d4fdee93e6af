import type { payTestFunds } from '@trefoil/contract/demo'
import type { donationHistory, processDonation } from '@trefoil/contract/donations'
import type { cancelWithdrawal, requestWithdrawal, transactionHistory } from '@trefoil/contract/transactions'
import type { processTransfer, transferHistory } from '@trefoil/contract/transfers'
import type { generateWallet } from '@trefoil/contract/wallet'
import { api } from './api.ts'
import { call, change, type DataOf } from './endpoint.ts'
import { changeOnce, readPages } from './endpoint-kinds.ts'

export type Transaction = DataOf<typeof transactionHistory>['transactions'][number]

const transactionPages = readPages<typeof transactionHistory>('/transactions/history')

export const moneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    donate: build.mutation(changeOnce<typeof processDonation>('/donations/process')),
    donations: build.infiniteQuery(readPages<typeof donationHistory>('/donations/history')),
    transfer: build.mutation(changeOnce<typeof processTransfer>('/transfers/process')),
    transfers: build.infiniteQuery(readPages<typeof transferHistory>('/transfers/history')),
    transactions: build.infiniteQuery({
      ...transactionPages,
      query: ({ queryArg: type, pageParam }: { queryArg: Transaction['type'] | 'all'; pageParam: string | null }) =>
        transactionPages.query({ queryArg: type === 'all' ? {} : { type }, pageParam }),
    }),
    withdraw: build.mutation(changeOnce<typeof requestWithdrawal>('/transactions/withdrawal')),
    cancelWithdrawal: build.mutation(change<typeof cancelWithdrawal>('POST', '/transactions/withdrawal/:id/cancel')),
    // No tag: an address is asked for again only when the one in the browser's cache is over.
    wallet: build.query(call<typeof generateWallet>('POST', '/wallet/generate')),
    sendTestFunds: build.mutation(change<typeof payTestFunds>('POST', '/demo/pay')),
  }),
})

export const {
  useDonateMutation,
  useDonationsInfiniteQuery,
  useTransferMutation,
  useTransfersInfiniteQuery,
  useTransactionsInfiniteQuery,
  useWithdrawMutation,
  useCancelWithdrawalMutation,
  useLazyWalletQuery,
  useSendTestFundsMutation,
} = moneyApi
