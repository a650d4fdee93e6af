import type { readJournal as route } from '@trefoil/contract/operator/ledger'
import type { ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { isReversible } from '@trefoil/core/programme/plan-reversal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { OperatorContext } from './context.ts'
import { entriesOf, findJournal, type JournalView } from './ledger.ts'

type View = ReplyOf<typeof route>['data']
type Cause = View['cause']

/** From a journal back to what a person, or the chain, did. */
export async function readJournal(context: OperatorContext, id: number): Promise<View> {
  const journal = await findJournal(context, id)
  if (!journal) throw new Refusal('not_found', 'There is no such journal.')
  const [entries, cause, reversal] = await Promise.all([
    entriesOf(context, id),
    causeOf(context.db, journal),
    reversalOf(context.db, journal),
  ])
  return { journal, entries, cause, reversal }
}

async function reversalOf(db: Database, { id, reason, source }: JournalView): Promise<View['reversal']> {
  const { rows } = await sql<{ reverses: string | null; reversed_by: string | null }>`
    select (select reverses from reversal where ${id} between first_journal and last_journal) as reverses,
      (select first_journal from reversal where reverses = ${id}) as reversed_by`.execute(db)
  const { reverses = null, reversed_by = null } = rows[0] ?? {}
  return {
    possible: reversed_by === null && isReversible({ reason, source }),
    reverses: reverses === null ? null : Number(reverses),
    reversed_by: reversed_by === null ? null : Number(reversed_by),
  }
}

async function causeOf(db: Database, journal: JournalView): Promise<Cause> {
  const { reason, reference } = journal
  if (reason === 'donation') return donationCause(db, journal)
  if (reason === 'deposit') return depositCause(db, journal)
  if (reason.startsWith('withdrawal')) return withdrawalCause(db, reference.replace(/\/end$/, ''))
  if (reason === 'reversal') return reversalCause(db, journal)
  if (reference.startsWith('proposal-')) return proposalCause(db, Number(reference.slice('proposal-'.length)))
  if (reason === 'transfer')
    return {
      kind: 'transfer',
      id: reference,
      sentence: `${journal.source_member?.name ?? 'A member'} sent it to ${journal.target_member?.name ?? 'a member'}.`,
      facts: [],
    }
  return { kind: 'other', id: reference, sentence: 'Written by the system itself.', facts: [] }
}

async function donationCause(db: Database, { id, reference, rule_version }: JournalView): Promise<Cause> {
  const row = await db
    .selectFrom('donation')
    .innerJoin('cause', 'cause.id', 'cause_id')
    .select([sql<DivisionRecord>`division_of(donation)`.as('division'), 'closed_stage', 'stage', 'name'])
    .where('journal_id', '=', String(id))
    .executeTakeFirst()
  const division = row?.division ?? []
  const names = await namesOf(
    db,
    division.flatMap(({ member }) => member ?? []),
  )
  return {
    kind: 'donation',
    id: reference,
    sentence: `Given to ${row?.name ?? 'nobody'}, and divided by version ${rule_version} of the programme; stage ${row?.closed_stage ?? 0} became ${row?.stage ?? 0}.`,
    facts: division.map(({ share, member, due, paid, cut }) => {
      const to = member === null ? '' : ` to ${names.get(member) ?? `member ${member}`}`
      return { name: share, value: `${dollarsOf(paid, due)}${to}${cut === null ? '' : `: ${CUTS[cut]}`}` }
    }),
  }
}

/** The cause gets its share plus what others could not be paid: more than its due. */
function dollarsOf(paid: number, due: number): string {
  if (paid === due) return shown(paid)
  return paid < due ? `${shown(paid)}, of ${shown(due)}` : `${shown(paid)}, of it ${shown(due)} by its own share`
}

const shown = (dollars: number): string => `$${dollars.toFixed(5)}`

const CUTS = {
  no_member: 'nobody is there',
  member_left: 'they have left',
  stage_too_low: 'their stage is too low',
  threshold_reached: 'their threshold is reached',
} as const satisfies Record<NonNullable<DivisionRecord[number]['cut']>, string>

async function namesOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function depositCause(db: Database, { reference }: JournalView): Promise<Cause> {
  const row = await db.selectFrom('deposit').selectAll().where('reference', '=', reference).executeTakeFirst()
  if (!row)
    return {
      kind: 'other',
      id: reference,
      sentence: 'No transfer on the chain belongs to it: dust, or seeded.',
      facts: [],
    }
  return {
    kind: 'deposit',
    id: row.reference,
    sentence: `Arrived on the chain in block ${row.block_number}.`,
    facts: facts({ transaction: row.transaction, sender: row.sender, address: row.address, value: row.value }),
  }
}

async function withdrawalCause(db: Database, reference: string): Promise<Cause> {
  const { rows } = await sql<Record<'state' | 'address' | 'decision' | 'transaction' | 'decided_by', string | null>>`
    select w.state, w.address, w.decision, o.name as decided_by,
      coalesce((select transaction from found_payment where withdrawal_id = w.id),
        (select transaction from sending where withdrawal_id = w.id order by generation desc limit 1)) as transaction
    from withdrawal w left join account o on o.id = w.decided_by where w.reference = ${reference}`.execute(db)
  const [row] = rows
  return {
    kind: 'withdrawal',
    id: reference,
    sentence: row ? `Withdrawal, ${row.state}.` : 'Its withdrawal is missing.',
    facts: facts(row ?? {}),
  }
}

async function reversalCause(db: Database, { id }: JournalView): Promise<Cause> {
  const { rows } = await sql<{ proposal: number }>`
    select proposal_id as proposal from reversal where ${id} between first_journal and last_journal`.execute(db)
  return proposalCause(db, rows[0]?.proposal ?? 0)
}

async function proposalCause(db: Database, id: number): Promise<Cause> {
  const { rows } = await sql<Record<'summary' | 'why' | 'proposed_by' | 'approved_by', string | null>>`
    select p.summary, p.why, a.name as proposed_by, b.name as approved_by from proposal p
    join account a on a.id = p.proposed_by left join account b on b.id = p.decided_by where p.id = ${id}`.execute(db)
  const { summary = null, ...rest } = rows[0] ?? {}
  return { kind: 'proposal', id: String(id), sentence: summary ?? 'Its proposal is missing.', facts: facts(rest) }
}

const facts = (named: Record<string, string | null | undefined>): Cause['facts'] =>
  Object.entries(named).flatMap(([name, value]) => (value ? [{ name, value }] : []))
