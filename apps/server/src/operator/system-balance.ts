import type { SystemAccount } from '@trefoil/core/ledger/account'
import { usd, type Usd } from '@trefoil/core/money'
import type { Database } from '../db/database.ts'

export async function readSystemBalance(db: Database, { kind, owner }: SystemAccount): Promise<Usd> {
  const row = await db
    .selectFrom('system_account')
    .select('balance')
    .where('account', '=', kind)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return usd(BigInt(row?.balance ?? 0))
}
