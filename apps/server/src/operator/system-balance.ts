import type { SystemAccountKind } from '@trefoil/core/ledger/account'
import { usd, type Usd } from '@trefoil/core/money'
import type { Database } from '../db/database.ts'

export async function readSystemBalance(db: Database, account: SystemAccountKind): Promise<Usd> {
  const row = await db.selectFrom('system_account').select('balance').where('account', '=', account).executeTakeFirst()
  return usd(BigInt(row?.balance ?? 0))
}
