import { usd } from '@trefoil/core/money'
import { newPurse, type Purse } from '@trefoil/core/ledger/purse'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** Every member has one from the first moment on. */
export async function openPurse(tx: Tx, memberId: number): Promise<void> {
  await tx.insertInto('purse').values({ member_id: memberId }).execute()
}

/** Who has no place in the tree has no purse: operators read as empty-handed. */
export async function readPurse(db: Reader, memberId: number): Promise<Purse> {
  const row = await db.selectFrom('purse').selectAll().where('member_id', '=', memberId).executeTakeFirst()
  return row ? purseFrom(row) : newPurse(memberId)
}

const money = (units: string) => usd(BigInt(units))

const purseFrom = (row: Selectable<Tables['purse']>): Purse => ({
  member: row.member_id,
  impact: { balance: money(row.impact), sequence: row.impact_sequence },
  available: { balance: money(row.available), sequence: row.available_sequence },
  held: { balance: money(row.held), sequence: row.held_sequence },
  window: { stage: row.stage, lastDonation: money(row.last_donation), earned: money(row.stage_balance) },
  totals: {
    donated: money(row.total_donated),
    earned: money(row.total_earned),
    deposited: money(row.total_deposited),
    withdrawn: money(row.total_withdrawn),
  },
  frozen: row.frozen,
})
