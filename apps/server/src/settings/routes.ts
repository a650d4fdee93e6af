import * as contract from '@trefoil/contract/settings'
import type { ReplyOf } from '@trefoil/contract/route'
import { toDollars } from '@trefoil/core/money'
import { causePercent } from '@trefoil/core/programme/programme'
import type { Database } from '../db/database.ts'
import type { ChainSettings } from '../env.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { currentProgramme } from '../ledger/programme.ts'

export type DemoSettings = NonNullable<ReplyOf<typeof contract.publicSettings>['data']['demo']>
type SettingsContext = { db: Database; chain: ChainSettings; demo: (() => Promise<DemoSettings>) | undefined }

export const settingsRoutes = ({ db, chain, demo }: SettingsContext): Served[] => [
  serve(contract.publicSettings, async () => {
    const programme = await currentProgramme(db)
    return ok('Settings', {
      data: {
        name: 'Trefoil',
        min_withdrawal: toDollars(programme.minWithdrawal),
        // Named one by one, because the other settings are not public.
        network: chain.network,
        token: chain.token,
        confirmations: chain.confirmations,
        programme_version: programme.version,
        cause_percent: causePercent(programme.shares),
        ...(demo && { demo: await demo() }),
      },
    })
  }),
]
