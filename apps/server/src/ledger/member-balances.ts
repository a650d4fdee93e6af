import { newMemberBalances, type MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Reader, Tx } from '../db/database.ts'
import { balanceRowFrom, memberBalancesFrom } from './balance-row.ts'

/** Every member has one from the first moment on. */
export async function openMemberBalances(tx: Tx, memberId: number): Promise<void> {
  await tx.insertInto('member_balance').values({ member_id: memberId }).execute()
}

/** Who has no place in the tree has no balances: operators read as empty-handed. */
export async function readMemberBalances(db: Reader, memberId: number): Promise<MemberBalances> {
  const row = await db.selectFrom('member_balance').selectAll().where('member_id', '=', memberId).executeTakeFirst()
  return row ? memberBalancesFrom(balanceRowFrom(row)) : newMemberBalances(memberId)
}
