import type { donationHistory, processDonation } from '@trefoil/contract/donations'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { cancelWithdrawal, requestWithdrawal, transactionHistory } from '@trefoil/contract/transactions'
import type { processTransfer, transferHistory } from '@trefoil/contract/transfers'
import type { generateWallet } from '@trefoil/contract/wallet'
import { api } from './api.ts'
import { BY_CURSOR, pageOf } from './by-cursor.ts'

/** A body with the key under which it takes effect once. */
type Keyed<Body> = { key: string; body: Body }

export type Transaction = ReplyOf<typeof transactionHistory>['data']['transactions'][number]

const keyed = (url: string, { key, body }: Keyed<object>) => ({
  url,
  method: 'POST',
  body,
  headers: { 'idempotency-key': key },
})

export const moneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    donate: build.mutation<ReplyOf<typeof processDonation>, Keyed<BodyOf<typeof processDonation>>>({
      query: (call) => keyed('/donations/process', call),
      invalidatesTags: ['Data'],
    }),
    donations: build.infiniteQuery<ReplyOf<typeof donationHistory>['data'], void, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ pageParam }) => ({ url: '/donations/history', params: pageOf(pageParam) }),
      transformResponse: (reply: ReplyOf<typeof donationHistory>) => reply.data,
      providesTags: ['Data'],
    }),
    transfer: build.mutation<ReplyOf<typeof processTransfer>, Keyed<BodyOf<typeof processTransfer>>>({
      query: (call) => keyed('/transfers/process', call),
      invalidatesTags: ['Data'],
    }),
    transfers: build.infiniteQuery<ReplyOf<typeof transferHistory>['data'], void, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ pageParam }) => ({ url: '/transfers/history', params: pageOf(pageParam) }),
      transformResponse: (reply: ReplyOf<typeof transferHistory>) => reply.data,
      providesTags: ['Data'],
    }),
    transactions: build.infiniteQuery<
      ReplyOf<typeof transactionHistory>['data'],
      Transaction['type'] | 'all',
      string | null
    >({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ queryArg: type, pageParam }) => ({
        url: '/transactions/history',
        params: { ...pageOf(pageParam), ...(type === 'all' ? {} : { type }) },
      }),
      transformResponse: (reply: ReplyOf<typeof transactionHistory>) => reply.data,
      providesTags: ['Data'],
    }),
    withdraw: build.mutation<ReplyOf<typeof requestWithdrawal>, Keyed<BodyOf<typeof requestWithdrawal>>>({
      query: (call) => keyed('/transactions/withdrawal', call),
      invalidatesTags: ['Data'],
    }),
    cancelWithdrawal: build.mutation<ReplyOf<typeof cancelWithdrawal>, string>({
      query: (id) => ({ url: `/transactions/withdrawal/${encodeURIComponent(id)}/cancel`, method: 'POST' }),
      invalidatesTags: ['Data'],
    }),
    // No tag: an address is asked for again only when the one in the browser's cache is over.
    wallet: build.query<ReplyOf<typeof generateWallet>['data'], void>({
      query: () => ({ url: '/wallet/generate', method: 'POST' }),
      transformResponse: (reply: ReplyOf<typeof generateWallet>) => reply.data,
    }),
    sendTestFunds: build.mutation<{ message: string }, { address: string; amount: number }>({
      query: (body) => ({ url: '/demo/pay', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
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
