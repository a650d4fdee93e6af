import type { listUndelivered, retryMails } from '@trefoil/contract/operator/mails'
import type { checkInvariants, operatorOverview } from '@trefoil/contract/operator/overview'
import type { proposeSigner } from '@trefoil/contract/operator/proposals'
import type { stopSigner } from '@trefoil/contract/operator/settings'
import { injectEndpoints } from '../../lib/api.ts'
import { call, change, readData, type DataOf } from '../../lib/endpoint.ts'

export const {
  useOverviewQuery,
  useCheckInvariantsMutation,
  useUndeliveredQuery,
  useRetryMailsMutation,
  useProposeSignerMutation,
  useStopSignerMutation,
} = injectEndpoints((build) => ({
  overview: build.query(readData<typeof operatorOverview>('/operator/overview')),
  checkInvariants: build.mutation(call<typeof checkInvariants>('GET', '/operator/invariants')),
  undelivered: build.query(readData<typeof listUndelivered>('/operator/mails/undelivered')),
  retryMails: build.mutation(change<typeof retryMails>('POST', '/operator/mails/retry')),
  proposeSigner: build.mutation(change<typeof proposeSigner>('POST', '/operator/proposals/signer')),
  stopSigner: build.mutation(change<typeof stopSigner>('POST', '/operator/signers/stop')),
}))

export type Overview = DataOf<typeof operatorOverview>
export type UndeliveredMail = DataOf<typeof listUndelivered>['mails'][number]
