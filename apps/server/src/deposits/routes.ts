import { generateWallet } from '@trefoil/contract/wallet'
import { ok, serve, type Served } from '../http/serve.ts'
import { currentAddress } from './addresses.ts'
import type { ScanContext } from './context.ts'

export const depositRoutes = (context: ScanContext): Served[] => [
  serve(generateWallet, async ({ caller }) =>
    ok('Your deposit address', { data: await currentAddress(context, caller.accountId) }),
  ),
]
