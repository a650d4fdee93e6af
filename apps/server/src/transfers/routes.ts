import * as contract from '@trefoil/contract/transfers'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { Keyring } from '../members/keyring.ts'
import { readTransfers } from './history.ts'
import { recipientFinder } from './recipients.ts'
import { transfer, transferOrder } from './transfer.ts'

type TransferContext = { db: Database; keyring: Keyring; ledger: Ledger; pool: pg.Pool }

export function transferRoutes(context: TransferContext): Served[] {
  const findRecipient = recipientFinder(context.pool, context.keyring)
  return [
    serve(contract.processTransfer, async ({ body, caller, idempotencyKey }) =>
      context.ledger.post(transfer, await transferOrder(findRecipient, caller.accountId, body, idempotencyKey)),
    ),

    serve(contract.transferHistory, async ({ caller, query }) =>
      ok('Transfers', { data: await readTransfers(context, caller.accountId, query) }),
    ),
  ]
}
