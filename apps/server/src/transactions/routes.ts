import { transactionHistory } from '@trefoil/contract/transactions'
import { ok, serve, type Served } from '../http/serve.ts'
import type { TransactionContext } from './context.ts'
import { readTransactions } from './history.ts'

export const transactionRoutes = (context: TransactionContext): Served[] => [
  serve(transactionHistory, async ({ caller, query }) =>
    ok('Transactions', { data: await readTransactions(context, caller.accountId, query) }),
  ),
]
