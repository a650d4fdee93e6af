import type { payTestFunds } from '@trefoil/contract/demo'
import type { generateWallet, lookUpPayment, readWalletNetwork } from '@trefoil/contract/wallet'
import { injectEndpoints } from '../../lib/api.ts'
import { call, change, dataOf } from '../../lib/endpoint.ts'

export const { useLazyWalletQuery, useWalletNetworkQuery, useLookUpPaymentQuery, useSendTestFundsMutation } =
  injectEndpoints((build) => ({
    // No tag: an address is asked for again only when the one in the browser's cache is over.
    wallet: build.query(call<typeof generateWallet>('POST', '/wallet/generate')),
    // No tag either: a deployment's chain and token never change.
    walletNetwork: build.query({
      ...call<typeof readWalletNetwork>('GET', '/wallet/network'),
      transformResponse: dataOf<typeof readWalletNetwork>,
    }),
    lookUpPayment: build.query({
      ...call<typeof lookUpPayment>('POST', '/wallet/payment'),
      transformResponse: dataOf<typeof lookUpPayment>,
    }),
    sendTestFunds: build.mutation(change<typeof payTestFunds>('POST', '/demo/pay')),
  }))
