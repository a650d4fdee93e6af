import * as contract from '@trefoil/contract/transactions'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { Limits } from '../http/limits.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import { cancelWithdrawal } from './decide.ts'
import { isRepeat, withdrawal, withdrawalOrder } from './request.ts'

export type PayoutContext = {
  db: Database
  chain: Chain
  keyring: Keyring
  ledger: Ledger
  limits: Limits
}

export const payoutRoutes = (context: PayoutContext): Served[] => [
  serve(contract.requestWithdrawal, async ({ body, caller, idempotencyKey }) => {
    const order = await withdrawalOrder(context, caller.accountId, body, idempotencyKey)
    if (!(await isRepeat(context.db, caller.accountId, idempotencyKey)))
      await demandSecondFactor(context, caller.accountId, body.code)
    return context.ledger.post(withdrawal, order)
  }),

  serve(contract.cancelWithdrawal, async ({ params, caller }) => {
    await cancelWithdrawal(context, caller.accountId, params.id)
    return ok('The withdrawal was cancelled, and the amount is available again.')
  }),
]
