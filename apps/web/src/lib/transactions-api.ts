import type { transactionHistory } from '@trefoil/contract/transactions'
import { injectEndpoints } from './api.ts'
import type { DataOf } from './endpoint.ts'
import { readOnce, readPages } from './endpoint-kinds.ts'

export type Transaction = DataOf<typeof transactionHistory>['transactions'][number]

const pages = readPages<typeof transactionHistory>('/transactions/history')

export const transactionsApi = injectEndpoints((build) => ({
  transactions: build.infiniteQuery({
    ...pages,
    query: ({ queryArg: type, pageParam }: { queryArg: Transaction['type'] | 'all'; pageParam: string | null }) =>
      pages.query({ queryArg: type === 'all' ? {} : { type }, pageParam }),
  }),
  transactionsPage: build.query(readOnce<typeof transactionHistory>('/transactions/history')),
}))

export const { useTransactionsInfiniteQuery } = transactionsApi
