import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Actor, OperatorContext } from '../context.ts'

type Asked = { member: number; level: number | null; why: string }

/** Null: what the provider said last, and says from now on. The row's version changes with it. */
export async function setMemberLevel(
  { act }: OperatorContext,
  actor: Actor,
  { member, level, why }: Asked,
): Promise<void> {
  await act({ ...actor, action: 'member.set_level', member, why, details: { level } }, async (tx) => {
    const { rows } = await sql`
      update member_balance set kyc_level_by = ${level === null ? null : actor.operator}, kyc_level = coalesce(${level}::int, (
        select level from screening_answer where owner_id = ${member} and level is not null order by id desc limit 1), 0)
      where member_id = ${member} returning member_id`.execute(tx)
    if (rows.length === 0) throw new Refusal('not_found', 'There is no such member.')
  })
}
