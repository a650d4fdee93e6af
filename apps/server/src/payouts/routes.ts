import * as contract from '@trefoil/contract/transactions'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { Limits } from '../http/limits.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import { isRepeat } from '../ledger/is-repeat.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { RelyingParty } from '../members/relying-party.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import { cancelWithdrawal } from './decide.ts'
import { withdrawal, withdrawalOrder } from './request.ts'

export type PayoutContext = {
  db: Database
  chain: Chain
  keyring: Keyring
  ledger: Ledger
  limits: Limits
  relyingParty: RelyingParty | undefined
}

export const payoutRoutes = (context: PayoutContext): Served[] => [
  serve(contract.requestWithdrawal, async ({ body, caller, idempotencyKey, address, agent }) => {
    const order = await withdrawalOrder(context, caller.accountId, body, idempotencyKey)
    if (!(await isRepeat(context.db, order.key, withdrawal.reason)))
      await demandSecondFactor(context, caller, body.code, { origin: { address, agent } })
    return context.ledger.post(withdrawal, order)
  }),

  serve(contract.cancelWithdrawal, async ({ params, caller }) => {
    await cancelWithdrawal(context, caller.accountId, params.id)
    return ok('The withdrawal was cancelled, and the amount is available again.')
  }),
]
