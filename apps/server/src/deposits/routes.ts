import { generateWallet } from '@trefoil/contract/wallet'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { currentAddress } from './addresses.ts'

export const depositRoutes = (context: { db: Database; chain: Chain }): Served[] => [
  serve(generateWallet, async ({ caller }) =>
    ok('Your deposit address', { data: await currentAddress(context, caller.accountId) }),
  ),
]
