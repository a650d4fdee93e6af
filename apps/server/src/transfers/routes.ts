import * as contract from '@trefoil/contract/transfers'
import type { Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { Database } from '../db/database.ts'
import type { Limits } from '../http/limits.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import { isRepeat } from '../ledger/is-repeat.ts'
import { namingDocuments } from '../members/agreements.ts'
import type { RelyingParty } from '../members/relying-party.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readTransfers } from './history.ts'
import { transfer, transferOrder } from './transfer.ts'

type TransferContext = {
  db: Database
  keyring: Keyring
  ledger: Ledger
  limits: Limits
  relyingParty: RelyingParty | undefined
  /** With two-factor on, transfers to others need a code from this sum of 24 hours on. */
  codeFrom: Usd
}

export function transferRoutes(context: TransferContext): Served[] {
  return [
    serve(contract.processTransfer, async ({ body, caller, idempotencyKey, requestId, address, agent, tryAgain }) => {
      const { accountId: sender, sessionId: session } = caller
      const { code } = body
      const confirmation = { askedFrom: context.codeFrom, given: false }
      const order = transferOrder(context.keyring, { sender, session, confirmation }, body, idempotencyKey)
      // Whether a code is needed is decided under the ledger's lock. Here it is only checked, where one was sent.
      if (code !== undefined && !(await tryAgain(() => isRepeat(context.db, order.key, transfer.reason))))
        confirmation.given = await demandSecondFactor(context, await caller.admit(), code, {
          origin: { address, agent },
        })
      return context.limits.recipient(sender, {
        call: () =>
          namingDocuments(context.db, sender, () =>
            tryAgain(() => context.ledger.post(transfer, { ...order, requestId })),
          ),
        isWrong: isUnknownRecipient,
      })
    }),

    serve(contract.transferHistory, async ({ caller, query }) =>
      ok('Transfers', { data: await readTransfers(context, caller.accountId, query) }),
    ),
  ]
}

const isUnknownRecipient = (error: unknown): boolean => error instanceof Refusal && error.code === 'unknown_recipient'
