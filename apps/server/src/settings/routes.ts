import * as contract from '@trefoil/contract/settings'
import type { ReplyOf } from '@trefoil/contract/route'
import { toDollars } from '@trefoil/core/money'
import { causePercent } from '@trefoil/core/programme/programme'
import type { DocumentKind } from '../db/consent-tables.ts'
import type { Database } from '../db/database.ts'
import type { ChainSettings } from '../env.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { ORDER } from '../members/agreements.ts'

export type DemoSettings = NonNullable<ReplyOf<typeof contract.publicSettings>['data']['demo']>
type SettingsContext = { db: Database; chain: ChainSettings; demo: (() => Promise<DemoSettings>) | undefined }

export const settingsRoutes = ({ db, chain, demo }: SettingsContext): Served[] => [
  serve(contract.publicSettings, async () => {
    const [programme, documents] = await Promise.all([currentProgramme(db), readKinds(db)])
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
        documents,
        ...(demo && { demo: await demo() }),
      },
    })
  }),
]

async function readKinds(db: Database): Promise<DocumentKind[]> {
  const rows = await db.selectFrom('legal_document').select('kind').where('version', '=', 1).execute()
  return ORDER.filter((kind) => rows.some((row) => row.kind === kind))
}
