import type {
  answerCase as answerRoute,
  listOperatorCases,
  lookUpCasePayment as lookUpRoute,
  readOperatorCase as readRoute,
} from '@trefoil/contract/operator/cases'
import type { BodyOf, QueryOf, ReplyOf } from '@trefoil/contract/route'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { Refusal } from '@trefoil/core/refusal'
import type { CaseState } from '@trefoil/core/support/case-state'
import { sql } from 'kysely'
import { consoleHistory, newerThan, olderThan, readPage } from '../db/paging.ts'
import { notifyAccounts } from '../db/account-news.ts'
import type { Tx } from '../db/database.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { lookUpPayment } from '../support/look-up.ts'
import { CASE_COLUMNS, caseFrom, listedFrom, type CaseRow } from '../support/read-cases.ts'
import { insertMessage, setState, unknownCase } from '../support/write-message.ts'
import type { AuditedList } from './audit-read.ts'
import type { Actor, OperatorContext } from './context.ts'
import { iso, personOf, type Person } from './shapes.ts'

type Query = QueryOf<typeof listOperatorCases>
type List = ReplyOf<typeof listOperatorCases>['data']
type Listed = Omit<List['cases'][number], 'opened_at' | 'changed_at'> & {
  turn: string
  opened_at: Date
  changed_at: Date
}

export const caseList: AuditedList<Query, List> = {
  list: 'cases',
  read: readOperatorCases,
  found: ({ cases }) => cases.map(({ member }) => member.id),
}

/** A search by reference finds the case in any state. */
async function readOperatorCases({ db, keyring }: OperatorContext, query: Query): Promise<List> {
  const { member, q } = query
  const reference = q?.trim() ? (parseReferralCode(q.trim()) ?? '') : undefined
  const state = query.state ?? 'open'
  const isOldestFirst = state !== 'solved'
  const inState = reference === undefined && member === undefined
  const history = consoleHistory(keyring, `cases ${state} ${member ?? ''} ${reference ?? ''}`)
  const [{ rows, next_cursor }, open] = await Promise.all([
    readPage<Listed>(history, query, {
      sources: [
        ({ after, limit }) =>
          sql<Listed>`
          select c.turn, c.reference, c.topic, c.state, c.subject, c.opened_at, c.changed_at,
            ${personOf('c.member_id')} as member,
            not exists (select from support_message where case_id = c.id and operator_id is not null) as is_new
          from support_case c
          where ${isOldestFirst ? newerThan('c.turn', after) : olderThan('c.turn', after)}
            ${inState || query.state ? sql`and c.state = ${state}` : sql``}
            ${reference === undefined ? sql`` : sql`and c.reference = ${reference}`}
            ${member === undefined ? sql`` : sql`and c.member_id = ${member}`}
          order by c.turn ${isOldestFirst ? sql`asc` : sql`desc`} limit ${limit}`.execute(db),
      ],
      positionOf: ({ turn }) => turn,
    }),
    sql<{ open: number }>`select count(*)::int as open from support_case where state = 'open'`.execute(db),
  ])
  return {
    cases: rows.map(listedFrom),
    open: open.rows[0]?.open ?? 0,
    next_cursor,
  }
}

type MessageRow = { id: string; operator: Person | null; text: string; sent_at: Date }

export async function readOperatorCase(
  { db }: OperatorContext,
  reference: string,
): Promise<ReplyOf<typeof readRoute>['data']> {
  const { rows } = await sql<CaseRow & { member: Person }>`
    select ${CASE_COLUMNS}, ${personOf('c.member_id')} as member from support_case c
    where c.reference = ${reference}`.execute(db)
  const [row] = rows
  if (!row) throw unknownCase()
  const { rows: messages } = await sql<MessageRow>`
    select m.id, ${personOf('m.operator_id')} as operator, m.text, m.sent_at from support_message m
    where m.case_id = ${row.id} order by m.id`.execute(db)
  return {
    case: { ...caseFrom(row), member: row.member },
    messages: messages.map((message) => ({ ...message, id: Number(message.id), sent_at: iso(message.sent_at) })),
  }
}

/** As the member would be told. */
export async function lookUpCasePayment(
  { db, chain, settings }: OperatorContext,
  reference: string,
): Promise<ReplyOf<typeof lookUpRoute>['data']> {
  const found = await db
    .selectFrom('support_case')
    .select(['member_id', 'transaction'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!found) throw unknownCase()
  const { member_id: member, transaction } = found
  if (transaction === null) throw new Refusal('not_found', 'This case is not about a transaction of the chain.')
  return lookUpPayment({ db, chain, confirmations: settings.chain.confirmations }, member, transaction)
}

/** The member is told where to read it, not what it says: mails are read by others, too. */
export function answerCase(
  { act }: OperatorContext,
  actor: Actor,
  { reference, text, solved }: BodyOf<typeof answerRoute> & { reference: string },
): Promise<unknown> {
  return act(
    {
      ...actor,
      action: 'case.answer',
      subject: reference,
      why: solved ? 'Answered and solved' : 'Answered',
    },
    async (tx) => {
      const { id, member_id: member } = await lockCase(tx, reference)
      await insertMessage(tx, { caseId: id, operator: actor.operator, text })
      await setState(tx, id, { state: solved ? 'solved' : 'waiting', unread: true })
      await enqueueMail(tx, member, { kind: 'case answered', facts: { reference, solved } })
      return member
    },
    (member) => ({ member }),
  )
}

export const solveCase = (context: OperatorContext, actor: Actor, order: { reference: string; why: string }) =>
  changeState(
    context,
    { ...actor, action: 'case.solve' },
    { ...order, becomes: 'solved', sentence: 'is solved already' },
  )

export const reopenCase = (context: OperatorContext, actor: Actor, order: { reference: string; why: string }) =>
  changeState(context, { ...actor, action: 'case.reopen' }, { ...order, becomes: 'open', sentence: 'is not solved' })

type Change = { reference: string; why: string; becomes: 'solved' | 'open'; sentence: string }

function changeState(
  { act }: OperatorContext,
  entry: Actor & { action: 'case.solve' | 'case.reopen' },
  { reference, why, becomes, sentence }: Change,
): Promise<unknown> {
  return act(
    { ...entry, subject: reference, why },
    async (tx) => {
      const { id, state, member_id: member } = await lockCase(tx, reference)
      if ((state === 'solved') === (becomes === 'solved')) throw new Refusal('wrong_state', `The case ${sentence}.`)
      await setState(tx, id, { state: becomes })
      await notifyAccounts(tx, [member])
      return member
    },
    (member) => ({ member }),
  )
}

type Locked = { id: string; state: CaseState; member_id: number }

/** The account first, as the member's own changes and erasure do. */
async function lockCase(tx: Tx, reference: string): Promise<Locked> {
  await sql`
    select from account where id = (select member_id from support_case where reference = ${reference})
    for key share`.execute(tx)
  const found = await tx
    .selectFrom('support_case')
    .select(['id', 'state', 'member_id'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw unknownCase()
  return found
}
