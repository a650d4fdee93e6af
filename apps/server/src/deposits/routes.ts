import * as contract from '@trefoil/contract/wallet'
import type { Hash } from '../chain/chain.ts'
import type { ChainSettings } from '../env.ts'
import type { Limits } from '../http/limits.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { demandAgreement } from '../members/agreements.ts'
import { currentAddress } from './addresses.ts'
import type { ScanContext } from './context.ts'
import { findPayment } from './look-up-payment.ts'

type DepositContext = ScanContext & {
  limits: Limits
  shown: Pick<ChainSettings, 'network' | 'token' | 'coin' | 'walletRpcUrl'>
}

export const depositRoutes = ({ limits, shown, ...context }: DepositContext): Served[] => [
  serve(contract.generateWallet, async ({ caller }) => {
    // Whatever arrives at an address that was shown before is credited in any case.
    await demandAgreement(context.db, caller.accountId)
    return ok('Your deposit address', { data: await currentAddress(context, caller.accountId) })
  }),

  serve(contract.readWalletNetwork, async () =>
    ok('The network', {
      data: {
        chain_id: context.chain.id,
        name: shown.network,
        token: { address: context.chain.token, symbol: shown.token, decimals: context.chain.decimals },
        add: shown.walletRpcUrl === undefined ? null : { rpc_url: shown.walletRpcUrl, coin: shown.coin },
      },
    }),
  ),

  serve(contract.lookUpPayment, async ({ caller, body }) => {
    await limits.paymentLookUp(caller.accountId)
    const asked = { member: caller.accountId, transaction: body.transaction as Hash }
    return ok('What the network says', { data: await findPayment(context, asked) })
  }),
]
