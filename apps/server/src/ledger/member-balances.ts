import { usd } from '@trefoil/core/money'
import { newMemberBalances, type MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** Every member has one from the first moment on. */
export async function openMemberBalances(tx: Tx, memberId: number): Promise<void> {
  await tx.insertInto('member_balance').values({ member_id: memberId }).execute()
}

/** Who has no place in the tree has no balances: operators read as empty-handed. */
export async function readMemberBalances(db: Reader, memberId: number): Promise<MemberBalances> {
  const row = await db.selectFrom('member_balance').selectAll().where('member_id', '=', memberId).executeTakeFirst()
  return row ? memberBalancesFrom(row) : newMemberBalances(memberId)
}

const money = (units: string) => usd(BigInt(units))

const memberBalancesFrom = (row: Selectable<Tables['member_balance']>): MemberBalances => ({
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
