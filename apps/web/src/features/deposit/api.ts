import type { payTestFunds } from '@trefoil/contract/demo'
import type { generateWallet } from '@trefoil/contract/wallet'
import { injectEndpoints } from '../../lib/api.ts'
import { call, change } from '../../lib/endpoint.ts'

export const { useLazyWalletQuery, useSendTestFundsMutation } = injectEndpoints((build) => ({
  // No tag: an address is asked for again only when the one in the browser's cache is over.
  wallet: build.query(call<typeof generateWallet>('POST', '/wallet/generate')),
  sendTestFunds: build.mutation(change<typeof payTestFunds>('POST', '/demo/pay')),
}))
