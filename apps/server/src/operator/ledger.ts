import type { listAccounts, listEntries, listJournals } from '@trefoil/contract/operator/ledger'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { sql } from 'kysely'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import type { OperatorContext } from './context.ts'
import { dollars, iso, personOf, within, type Person } from './shapes.ts'

type Accounts = ReplyOf<typeof listAccounts>['data']
type Entries = ReplyOf<typeof listEntries>['data']
type Journals = ReplyOf<typeof listJournals>['data']
export type EntryView = Entries['entries'][number]
export type JournalView = Journals['journals'][number]

export async function readAccounts({ db }: OperatorContext): Promise<Accounts> {
  const { rows } = await sql<{
    account: Accounts['accounts'][number]['account']
    of: Accounts['accounts'][number]['of']
    cause: Accounts['accounts'][number]['cause']
    balance: string
  }>`
    select account, case when owner < 0 then 'causes' else 'system' end as of,
      case when owner < 0 then json_build_object('id', -owner, 'name', cause.name) end as cause, balance
    from system_account left join cause on cause.id = -owner
    union all
    select kind::ledger_account, 'members', null, sum::bigint from (
      select coalesce(sum(impact), 0) as impact, coalesce(sum(available), 0) as available, coalesce(sum(held), 0) as held
      from member_balance) sums cross join lateral (values ('impact', impact), ('available', available), ('held', held)) each (kind, sum)
    order by 2, 1`.execute(db)
  const accounts = rows.map((row) => ({ ...row, balance: dollars(row.balance) }))
  return { accounts: accounts.toSorted((a, b) => (a.cause?.id ?? 0) - (b.cause?.id ?? 0)) }
}

type EntryRow = Omit<EntryView, 'journal' | 'at' | 'sequence' | 'amount' | 'balance_after'> & {
  journal: string
  sequence: string
  at: Date
  amount: string
  balance_after: string
}

const ENTRY = sql`
  select e.journal_id as journal, j.created_at as at, j.reason, j.reference, ${personOf('e.member_id')} as member,
    (select name from cause where cause.id = -e.member_id) as cause,
    e.account, e.sequence, e.amount, e.balance_after, e.share
  from entry e join journal j on j.id = e.journal_id`

const entryFrom = (row: EntryRow): EntryView => ({
  ...row,
  journal: Number(row.journal),
  at: iso(row.at),
  sequence: Number(row.sequence),
  amount: dollars(row.amount),
  balance_after: dollars(row.balance_after),
})

/** A range of the statement's index: the millionth line is as fast as the first. */
export async function readEntries(
  { db, keyring }: OperatorContext,
  query: QueryOf<typeof listEntries>,
): Promise<Entries> {
  const { account, member, cause } = query
  const owner = member ?? (cause === undefined ? 0 : -cause)
  const { rows, next_cursor } = await readPage<EntryRow>(
    consoleHistory(keyring, `entries ${account} ${owner}`),
    query,
    {
      sources: [
        ({ after, limit }) =>
          sql<EntryRow>`${ENTRY}
        where e.member_id = ${owner} and e.account = ${account}::ledger_account
          and ${olderThan('e.sequence', after)} and ${within('j.created_at', query)}
        order by e.sequence desc limit ${limit}`.execute(db),
      ],
      positionOf: ({ sequence }) => sequence,
    },
  )
  return { entries: rows.map(entryFrom), next_cursor }
}

export async function entriesOf({ db }: OperatorContext, journal: number): Promise<EntryView[]> {
  const { rows } = await sql<EntryRow>`${ENTRY} where e.journal_id = ${journal}
    order by e.amount > 0, e.amount desc, e.member_id`.execute(db)
  return rows.map(entryFrom)
}

type JournalRow = Omit<JournalView, 'id' | 'at' | 'amount'> & {
  id: string
  at: Date
  amount: string
  source_member: Person | null
}

const JOURNAL = sql`
  select j.id, j.created_at as at, j.reason, j.reference, j.amount, j.source, j.rule_version,
    ${personOf('j.source_member')} as source_member, ${personOf('j.target_member')} as target_member
  from journal j`

const journalFrom = (row: JournalRow): JournalView => ({
  ...row,
  id: Number(row.id),
  at: iso(row.at),
  amount: dollars(row.amount),
})

export async function readJournals(
  { db, keyring }: OperatorContext,
  query: QueryOf<typeof listJournals>,
): Promise<Journals> {
  const { reason } = query
  const { rows, next_cursor } = await readPage<JournalRow>(
    consoleHistory(keyring, `journals ${reason ?? 'all'}`),
    query,
    {
      sources: [
        ({ after, limit }) =>
          sql<JournalRow>`${JOURNAL}
        where ${olderThan('j.id', after)} and ${within('j.created_at', query)}
          ${reason ? sql`and j.reason = ${reason}::journal_reason` : sql``}
        order by j.id desc limit ${limit}`.execute(db),
      ],
      positionOf: ({ id }) => id,
    },
  )
  return { journals: rows.map(journalFrom), next_cursor }
}

export async function findJournal({ db }: OperatorContext, id: number): Promise<JournalView | undefined> {
  const { rows } = await sql<JournalRow>`${JOURNAL} where j.id = ${id}`.execute(db)
  return rows[0] && journalFrom(rows[0])
}
