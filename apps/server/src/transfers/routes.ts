import * as contract from '@trefoil/contract/transfers'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readTransfers } from './history.ts'
import { transfer, transferOrder } from './transfer.ts'

type TransferContext = { db: Database; keyring: Keyring; ledger: Ledger }

export function transferRoutes(context: TransferContext): Served[] {
  return [
    serve(contract.processTransfer, async ({ body, caller, idempotencyKey }) =>
      context.ledger.post(transfer, transferOrder(context.keyring, caller.accountId, body, idempotencyKey)),
    ),

    serve(contract.transferHistory, async ({ caller, query }) =>
      ok('Transfers', { data: await readTransfers(context, caller.accountId, query) }),
    ),
  ]
}
