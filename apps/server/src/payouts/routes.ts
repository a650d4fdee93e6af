import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import * as contract from '@trefoil/contract/transactions'
import type { LevelLimits } from '@trefoil/core/payouts/level-limits'
import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import type { Limits } from '../http/limits.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { TryAgain } from '../http/try-again.ts'
import type { Ledger } from '../ledger/batch.ts'
import { isRepeat } from '../ledger/is-repeat.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { namingDocuments } from '../members/agreements.ts'
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
  levelLimits?: LevelLimits | undefined
}

export const payoutRoutes = (context: PayoutContext): Served[] => [
  serve(contract.requestWithdrawal, (request) => ask(context, request, 'available')),
  serve(contract.returnDeposit, (request) => ask(context, request, 'impact')),

  serve(contract.cancelWithdrawal, async ({ params, caller, requestId }) => {
    const source = await cancelWithdrawal(context, caller.accountId, params.id, requestId)
    const where = source === 'impact' ? 'in your impact balance' : 'available'
    return ok(`The withdrawal was cancelled, and the amount is ${where} again.`)
  }),
]

type Request = {
  body: BodyOf<typeof contract.requestWithdrawal>
  caller: Caller
  idempotencyKey: string
  requestId: string
  address: string
  agent: string | undefined
  tryAgain: TryAgain
}

async function ask(
  context: PayoutContext,
  { body, caller, idempotencyKey: key, requestId, address, agent, tryAgain }: Request,
  source: WithdrawalSource,
): Promise<ReplyOf<typeof contract.requestWithdrawal>> {
  const order = await tryAgain(() => withdrawalOrder(context, { member: caller.accountId, source, key }, body))
  if (!(await tryAgain(() => isRepeat(context.db, order.key, withdrawal.reason))))
    await demandSecondFactor(context, caller, body.code, { origin: { address, agent } })
  return namingDocuments(context.db, caller.accountId, () =>
    tryAgain(() => context.ledger.post(withdrawal, { ...order, requestId })),
  )
}
