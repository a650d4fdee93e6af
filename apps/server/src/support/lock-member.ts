import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import { refuseTooManyCases } from '@trefoil/core/support/case-state'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * One change at a time of a member's cases, so that limits hold. Who is being erased is waited for, and then refused: what
 * was erased does not come back.
 */
export async function lockMember(tx: Tx, member: MemberId): Promise<void> {
  const { rows } = await sql`
    select from account where id = ${member} and role = 'member' for no key update`.execute(tx)
  if (rows.length === 0) throw new Refusal('no_session', 'Please sign in again.')
}

export async function refuseOneMore(tx: Tx, member: MemberId): Promise<void> {
  const { open } = await tx
    .selectFrom('support_case')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('member_id', '=', member)
    .where('state', '<>', 'solved')
    .executeTakeFirstOrThrow()
  refuseTooManyCases(open)
}
