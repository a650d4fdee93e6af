import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import { refuseLongCase, type CaseState } from '@trefoil/core/support/case-state'
import { sql } from 'kysely'
import { notifyAccounts } from '../db/account-news.ts'
import type { Tx } from '../db/database.ts'
import { mailOperators } from '../members/mail-operators.ts'
import type { SupportContext } from './context.ts'
import { lockMember, refuseOneMore } from './lock-member.ts'

type Own = { member: MemberId; reference: string }

/** Opens a solved case again. Operators are mailed when it begins to wait for them, not for every message. */
export async function writeMessage(
  { db, limits }: SupportContext,
  { member, reference, text }: Own & { text: string },
): Promise<void> {
  await limits.supportMessage(member)
  await db.transaction().execute(async (tx) => {
    await lockMember(tx, member)
    const { id, state } = await requireOwn(tx, { member, reference })
    if (state === 'solved') await refuseOneMore(tx, member)
    await insertMessage(tx, { caseId: id, operator: null, text })
    await setState(tx, id, { state: 'open', unread: false })
    if (state !== 'open') await mailOperators(tx, { kind: 'case waits', facts: { reference, isNew: false } })
    await notifyAccounts(tx, [member])
  })
}

export const solveOwnCase = ({ db }: SupportContext, own: Own): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockMember(tx, own.member)
    const { id, state } = await requireOwn(tx, own)
    if (state !== 'solved') await setState(tx, id, { state: 'solved', unread: false })
    await notifyAccounts(tx, [own.member])
  })

export async function markCaseSeen({ db }: SupportContext, { member, reference }: Own): Promise<void> {
  const { rows } = await sql`
    update support_case set unread = false where reference = ${reference} and member_id = ${member} returning id`.execute(
    db,
  )
  if (rows.length === 0) throw unknownCase()
}

export const unknownCase = () => new Refusal('not_found', 'There is no such case.')

async function requireOwn(tx: Tx, { member, reference }: Own): Promise<{ id: string; state: CaseState }> {
  const found = await tx
    .selectFrom('support_case')
    .select(['id', 'state'])
    .where('reference', '=', reference)
    .where('member_id', '=', member)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw unknownCase()
  return found
}

type Message = { caseId: string; operator: number | null; text: string }

export async function insertMessage(tx: Tx, { caseId, operator, text }: Message): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from support_message where case_id = ${caseId}`.execute(tx)
  // Operators can answer what is full.
  if (operator === null) refuseLongCase(rows[0]?.count ?? 0)
  await tx.insertInto('support_message').values({ case_id: caseId, operator_id: operator, text: text.trim() }).execute()
}

/** A case that stays in its state keeps its place. `unread`: by the member; without it, as it was. */
export async function setState(
  tx: Tx,
  caseId: string,
  { state, unread }: { state: CaseState; unread?: boolean },
): Promise<void> {
  await sql`
    update support_case set state = ${state}, unread = coalesce(${unread ?? null}::boolean, unread), changed_at = now(),
      turn = case when state = ${state} then turn else nextval('support_case_turn') end
    where id = ${caseId}`.execute(tx)
}
