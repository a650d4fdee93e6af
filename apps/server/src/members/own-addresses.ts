import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Address, TransferLog } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'

/** Which of the recipients are addresses of the member's own. */
export async function ownAddresses(
  db: Reader,
  member: MemberId,
  transfers: readonly TransferLog[],
): Promise<ReadonlySet<Address>> {
  if (transfers.length === 0) return new Set()
  const { rows } = await sql<{ address: Address }>`
    select address from deposit_address
    where address = any(${[...new Set(transfers.map(({ to }) => to))]}::text[]) and member_id = ${member}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
