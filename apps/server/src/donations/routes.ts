import * as contract from '@trefoil/contract/donations'
import { readStages } from '@trefoil/contract/programme'
import { recordOf } from '@trefoil/core/programme/programme-record'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import { currentProgramme } from '../ledger/programme.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { donation, donationOrder } from './donate.ts'
import { readDonations } from './history.ts'

export const donationRoutes = (context: { db: Database; keyring: Keyring; ledger: Ledger }): Served[] => [
  serve(contract.processDonation, async ({ body, caller, idempotencyKey }) => {
    const order = donationOrder(caller.accountId, body, idempotencyKey)
    return context.ledger.post(donation, { ...order, session: caller.sessionId })
  }),

  serve(contract.donationHistory, async ({ caller, query }) =>
    ok('Donations', { data: await readDonations(context, caller.accountId, query) }),
  ),

  serve(readStages, async () => recordOf(await currentProgramme(context.db)).stages),
]
