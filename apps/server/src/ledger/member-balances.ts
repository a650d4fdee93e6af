import { newMemberBalances, type MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Reader, Tx } from '../db/database.ts'
import { balanceRowFrom, memberBalancesFrom } from './balance-row.ts'

export async function openMemberBalances(tx: Tx, memberId: number): Promise<void> {
  await tx.insertInto('member_balance').values({ member_id: memberId }).execute()
}

/** Zero for operators, who have no place in the tree and therefore no row. */
export async function readMemberBalances(db: Reader, memberId: number): Promise<MemberBalances> {
  const row = await db.selectFrom('member_balance').selectAll().where('member_id', '=', memberId).executeTakeFirst()
  return row ? memberBalancesFrom(balanceRowFrom(row)) : newMemberBalances(memberId)
}
