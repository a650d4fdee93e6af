import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

/** Approved by one of two: it goes on waiting for an operator. */
const SECOND_APPROVAL = 'second_approval'

/**
 * Whether this approval is the first of two, which is then recorded. Refuses the same person's second. Two persons
 * means two who work here now: the approval of somebody who has left does not count.
 */
export async function isFirstApproval(tx: Tx, id: string, operator: number | null): Promise<boolean> {
  if (operator === null) throw new Refusal('forbidden', 'This needs two persons who are signed in.')
  // Of two who approve at the same moment, the later one waits here, and then finds the earlier one's approval.
  await sql`select from withdrawal where id = ${id} for update`.execute(tx)
  const { rows } = await sql<{ first: number }>`
    select first_approved_by as first from withdrawal w join account a on a.id = w.first_approved_by
    where w.id = ${id} and w.waits_for = ${SECOND_APPROVAL} and a.role = 'operator'`.execute(tx)
  const first = rows[0]?.first
  if (first === operator)
    throw new Refusal('forbidden', 'You have approved this already: another operator has to approve it, too.')
  if (first !== undefined) return false
  const recorded = await changeWithdrawals(tx, {
    set: sql`first_approved_by = ${operator}, first_approved_at = now(), waits_for = ${SECOND_APPROVAL}, look_at = null`,
    where: sql`id = ${id} and state in ('requested', 'failed')`,
  })
  return recorded.length > 0
}
