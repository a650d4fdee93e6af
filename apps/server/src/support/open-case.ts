import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@trefoil/contract/route'
import type { openCase as route } from '@trefoil/contract/support'
import { makeReferralCode } from '@trefoil/core/identity/referral-code'
import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { notifyAccounts } from '../db/account-news.ts'
import type { Database } from '../db/database.ts'
import { mailOperators } from '../members/mail-operators.ts'
import { lockMember, refuseOneMore } from './lock-member.ts'
import { hashFrom, lookUpPayment } from './look-up.ts'
import type { SupportContext } from './context.ts'

type Order = BodyOf<typeof route>

/** Returns what the case is called. What is found about its transaction is our own finding, never the browser's. */
export async function openCase(context: SupportContext, member: MemberId, order: Order): Promise<string> {
  const { db, limits } = context
  await limits.supportMessage(member)
  await refuseForeign(db, member, order.about)
  const { transaction, about, network } = order
  const finding = transaction === undefined ? null : await lookUpPayment(context, member, transaction)
  const reference = makeReferralCode(randomBytes(5))
  await db.transaction().execute(async (tx) => {
    await lockMember(tx, member)
    await refuseOneMore(tx, member)
    const { id } = await tx
      .insertInto('support_case')
      .values({
        reference,
        member_id: member,
        topic: order.topic,
        subject: order.subject.trim(),
        about_kind: about?.kind ?? null,
        about_id: about?.id ?? null,
        transaction: transaction === undefined ? null : hashFrom(transaction),
        network: network ?? null,
        finding: finding && JSON.stringify(finding),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('support_message').values({ case_id: id, operator_id: null, text: order.text.trim() }).execute()
    await mailOperators(tx, { kind: 'case waits', facts: { reference, isNew: true } })
    await notifyAccounts(tx, [member])
  })
  return reference
}

const OWN = {
  deposit: (id: string, member: MemberId) => sql`select from deposit where reference = ${id} and member_id = ${member}`,
  withdrawal: (id: string, member: MemberId) =>
    sql`select from withdrawal where reference = ${id} and member_id = ${member}`,
  donation: (id: string, member: MemberId) =>
    sql`select from journal where reference = ${id} and reason = 'donation' and source_member = ${member}`,
  transfer: (id: string, member: MemberId) =>
    sql`select from journal where reference = ${id} and reason = 'transfer' and ${member} in (source_member, target_member)`,
}

/** Whether it is somebody else's or nobody's is not told. */
async function refuseForeign(db: Database, member: MemberId, about: Order['about']): Promise<void> {
  if (!about) return
  const { rows } = await OWN[about.kind](about.id, member).execute(db)
  if (rows.length === 0) throw new Refusal('not_found', `You have no ${about.kind} with this id.`)
}
