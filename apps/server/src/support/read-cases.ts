import type { ReplyOf } from '@trefoil/contract/route'
import type { listCases, readCase as readRoute, supportCase } from '@trefoil/contract/support'
import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { z } from 'zod'
import { olderThan, readPage, type PageQuery } from '../db/paging.ts'
import type { SupportContext } from './context.ts'
import { unknownCase } from './write-message.ts'

type List = ReplyOf<typeof listCases>['data']
type Case = z.input<typeof supportCase>
type Listed = Omit<List['cases'][number], 'opened_at' | 'changed_at'> & { id: string } & Times
type Times = { opened_at: Date; changed_at: Date }

export async function readCases(
  { db, keyring }: Pick<SupportContext, 'db' | 'keyring'>,
  member: MemberId,
  query: PageQuery,
): Promise<List> {
  const { rows, next_cursor } = await readPage<Listed>({ keyring, name: 'cases', reader: member }, query, {
    sources: [
      ({ after, limit }) =>
        sql<Listed>`
        select id, reference, topic, state, subject, opened_at, changed_at, unread from support_case
        where member_id = ${member} and ${olderThan('id', after)} order by id desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  return { cases: rows.map(listedFrom), next_cursor }
}

export const listedFrom = <Row extends Times>(row: Row) => ({ ...row, ...timesOf(row) })

type MessageRow = { id: string; operator: boolean; text: string; sent_at: Date }

export async function readCase(
  { db }: Pick<SupportContext, 'db'>,
  member: MemberId,
  reference: string,
): Promise<ReplyOf<typeof readRoute>['data']> {
  const { rows } = await sql<CaseRow & { unread: boolean }>`
    select ${CASE_COLUMNS}, c.unread from support_case c
    where c.reference = ${reference} and c.member_id = ${member}`.execute(db)
  const [row] = rows
  if (!row) throw unknownCase()
  const { rows: messages } = await sql<MessageRow>`
    select id, operator_id is not null as operator, text, sent_at from support_message
    where case_id = ${row.id} order by id`.execute(db)
  return {
    case: { ...caseFrom(row), unread: row.unread },
    messages: messages.map(({ id, operator, text, sent_at }) => ({
      id: Number(id),
      from: operator ? 'support' : 'me',
      text,
      sent_at: sent_at.toISOString(),
    })),
  }
}

/** Of a row `c`. */
export const CASE_COLUMNS = sql`c.id, c.reference, c.topic, c.state, c.subject,
  case when c.about_kind is not null then json_build_object('kind', c.about_kind, 'id', c.about_id) end as about,
  c.transaction, c.network, c.finding, c.opened_at, c.changed_at`

export type CaseRow = Omit<Case, 'opened_at' | 'changed_at'> & { id: string } & Times

export const caseFrom = (row: CaseRow): Case => ({
  reference: row.reference,
  topic: row.topic,
  state: row.state,
  subject: row.subject,
  about: row.about,
  transaction: row.transaction,
  network: row.network,
  finding: row.finding,
  ...timesOf(row),
})

const timesOf = ({ opened_at, changed_at }: Times) => ({
  opened_at: opened_at.toISOString(),
  changed_at: changed_at.toISOString(),
})
