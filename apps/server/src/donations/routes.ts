import * as contract from '@trefoil/contract/donations'
import { readStages } from '@trefoil/contract/programme'
import { recordOf } from '@trefoil/core/programme/programme-record'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Ledger } from '../ledger/batch.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { namingDocuments } from '../members/agreements.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { donation, donationOrder, type KeptThanks, type Thanks } from './donate.ts'
import { describeThanks } from './describe-division.ts'
import { readDonations } from './history.ts'
import { recallDonation } from './recall-donation.ts'

export const donationRoutes = (context: { db: Database; keyring: Keyring; ledger: Ledger }): Served[] => [
  serve(contract.processDonation, async ({ body, caller, idempotencyKey, requestId, tryAgain }) => {
    const { accountId: member, sessionId: session } = caller
    const order = { ...donationOrder(member, body, idempotencyKey), session, requestId }
    const thanks = await namingDocuments(context.db, member, () => tryAgain(() => context.ledger.post(donation, order)))
    return describeThanks(isWhole(thanks) ? thanks : await tryAgain(() => recallDonation(context.db, member, thanks)))
  }),

  serve(contract.donationHistory, async ({ caller, query }) =>
    ok('Donations', { data: await readDonations(context, caller.accountId, query) }),
  ),

  serve(readStages, async () => recordOf(await currentProgramme(context.db)).stages),
]

const isWhole = (thanks: Thanks | KeptThanks): thanks is Thanks => 'division' in thanks.data
