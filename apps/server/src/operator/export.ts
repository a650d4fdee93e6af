import type { exportable } from '@trefoil/contract/operator/exports'
import { csvLines, type Cell } from '@trefoil/core/csv'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../db/database.ts'
import type { DocumentKind } from '../db/consent-tables.ts'
import { newerThan } from '../db/paging.ts'
import { within } from './shapes.ts'

export type Exportable = z.input<typeof exportable>
type Range = { from?: string | undefined; to?: string | undefined }
type Asked = Range & { after: string | null }
type Row = { position: string } & Record<string, Cell>

const LINES_MAX = 5000
/** A journal has at most 14 lines. */
const JOURNALS_MAX = 350

/** One page in the order of writing, so that a later export begins with the same lines. */
export async function exportPage(db: Reader, what: Exportable, asked: Asked) {
  const { rows } = await tables[what](asked).execute(db)
  const heads = rows[0] ? Object.keys(rows[0]).filter((name) => name !== 'position') : []
  const lines = rows.map((row) => heads.map((head) => row[head] ?? null))
  const csv = csvLines(asked.after === null && heads.length > 0 ? [heads, ...lines] : lines)
  const last = rows.at(-1)?.position
  const isWhole = what === 'entries' ? rows.length === 0 : rows.length < LINES_MAX
  return { csv, lines: rows.length, after: isWhole || last === undefined ? null : last }
}

const usd = (column: string) => sql`round(${sql.ref(column)}::numeric / 100000, 5)`

const page = (column: string) => sql`order by ${sql.ref(column)} limit ${LINES_MAX}`

/** Which version was agreed to, and the hash of its text. */
const documentOf = (kind: DocumentKind) => sql`
  (select version from agreed_document where agreement_id = g.id and kind = ${sql.lit(kind)}) as ${sql.ref(kind)},
  (select hash from agreed_document where agreement_id = g.id and kind = ${sql.lit(kind)})
    as ${sql.ref(`${kind}_sha256`)}`

const tables: Record<Exportable, (asked: Asked) => RawBuilder<Row>> = {
  members: (asked) => sql<Row>`
    select a.id as position, a.id, a.name, a.email, a.role, m.referral_code, m.sponsor, m.parent, m.position as place,
      m.depth as level, p.stage, ${usd('p.impact')} as impact, ${usd('p.available')} as available,
      ${usd('p.held')} as held, ${usd('p.total_donated')} as donated, ${usd('p.total_earned')} as earned,
      ${usd('p.total_deposited')} as deposited, ${usd('p.total_withdrawn')} as withdrawn, p.frozen,
      a.second_factor as two_factor, a.wallet_address, a.created_at as joined
    from account a left join member m on m.id = a.id left join member_balance p on p.member_id = a.id
    where ${newerThan('a.id', asked.after)} and ${within('a.created_at', asked)} ${page('a.id')}`,
  withdrawals: (asked) => sql<Row>`
    select w.id as position, w.reference, w.member_id as member, ${usd('w.amount')} as amount, w.address, w.state,
      w.waits_for, w.automatic, w.requested_at, w.decided_by, w.decided_at, w.decision, w.ended_at,
      coalesce((select transaction from found_payment where withdrawal_id = w.id),
        (select transaction from sending where withdrawal_id = w.id order by generation desc limit 1)) as transaction
    from withdrawal w where ${newerThan('w.id', asked.after)} and ${within('w.requested_at', asked)} ${page('w.id')}`,
  deposits: (asked) => sql<Row>`
    select d.id as position, d.reference, d.member_id as member, ${usd('d.credited')} as amount, d.state, d.address,
      d.sender, d.transaction, d.block_number as block, d.seen_at, d.credited_at
    from deposit d where ${newerThan('d.id', asked.after)} and ${within('d.seen_at', asked)} ${page('d.id')}`,
  unmatched: (asked) => sql<Row>`
    select s.id as position, s.id, s.kind, s.token, s.sender, s.recipient, s.value, s.transaction,
      s.block_number as block, s.member_id as member, s.seen_at
    from unmatched_transfer s where ${newerThan('s.id', asked.after)} and ${within('s.seen_at', asked)} ${page('s.id')}`,
  journals: (asked) => sql<Row>`
    select j.id as position, j.id, j.created_at as at, j.reason, j.reference, ${usd('j.amount')} as amount, j.source,
      j.source_member, j.target_member, j.rule_version,
      (select first_journal from reversal where reverses = j.id) as reversed_by
    from journal j where ${newerThan('j.id', asked.after)} and ${within('j.created_at', asked)} ${page('j.id')}`,
  entries: (asked) => sql<Row>`
    select e.journal_id as position, e.journal_id as journal, j.created_at as at, j.reason, e.member_id as member,
      e.account, e.sequence, ${usd('e.amount')} as amount, ${usd('e.balance_after')} as balance_after, e.share
    from (select * from journal j where ${newerThan('j.id', asked.after)} and ${within('j.created_at', asked)}
      order by j.id limit ${JOURNALS_MAX}) j
    join entry e on e.journal_id = j.id order by e.journal_id, e.amount, e.member_id`,
  donations: (asked) => sql<Row>`
    select d.journal_id as position, d.journal_id as journal, j.reference, j.created_at as at, d.member_id as member,
      ${usd('j.amount')} as amount, d.closed_stage, d.stage, j.rule_version, division_of(d)::text as division,
      (select first_journal from reversal where reverses = d.journal_id) as reversed_by
    from donation d join journal j on j.id = d.journal_id
    where ${newerThan('d.journal_id', asked.after)} and ${within('j.created_at', asked)} ${page('d.journal_id')}`,
  proposals: (asked) => sql<Row>`
    select p.id as position, p.id, p.kind, p.state, p.summary, p.why, p.member_id as member, p.proposed_by,
      p.proposed_at, p.decided_by, p.decided_at, p.decision, p.reversed_by, p.details::text as details
    from proposal p where ${newerThan('p.id', asked.after)} and ${within('p.proposed_at', asked)} ${page('p.id')}`,
  cases: (asked) => sql<Row>`
    select c.id as position, c.reference, c.member_id as member, c.topic, c.state, c.subject, c.about_kind, c.about_id,
      c.transaction, c.network, c.finding ->> 'outcome' as finding,
      (select count(*) from support_message where case_id = c.id)::int as messages, c.opened_at, c.changed_at
    from support_case c where ${newerThan('c.id', asked.after)} and ${within('c.opened_at', asked)} ${page('c.id')}`,
  agreements: (asked) => sql<Row>`
    select g.id as position, g.id, g.member_id as member, g.agreed_at as at, ${documentOf('terms')},
      ${documentOf('privacy')}, ${documentOf('risk')}, g.minimum_age
    from agreement g where ${newerThan('g.id', asked.after)} and ${within('g.agreed_at', asked)} ${page('g.id')}`,
  audit: (asked) => sql<Row>`
    select x.id as position, x.id, x.at, x.action, x.operator_id as operator, x.member_id as member, x.subject, x.why,
      host(x.address) as address, x.agent, x.details::text as details
    from audit_entry x where ${newerThan('x.id', asked.after)} and ${within('x.at', asked)} ${page('x.id')}`,
}

export const EXPORTABLE = Object.keys(tables) as Exportable[]
