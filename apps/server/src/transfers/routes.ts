import * as contract from '@trefoil/contract/transfers'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { Keyring } from '../members/keyring.ts'
import { readTransfers } from './history.ts'
import { recipientFinder } from './recipients.ts'
import { transfer, transferOrder } from './transfer.ts'

export function transferRoutes(context: { db: Database; keyring: Keyring; ledger: Ledger }): Served[] {
  const findRecipient = recipientFinder(context.db, context.keyring)
  return [
    serve(contract.processTransfer, async ({ body, caller, idempotencyKey }) =>
      context.ledger.post(transfer, await transferOrder(findRecipient, caller.accountId, body, idempotencyKey)),
    ),

    serve(contract.transferHistory, async ({ caller, query }) =>
      ok('Transfers', { data: await readTransfers(context, caller.accountId, query) }),
    ),
  ]
}
