import { createHash } from 'node:crypto'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ITS_WITHDRAWAL } from './collect.ts'

/** What is delivered: an event of the books, or a test. */
export type Event = { id: string; journal_id: string | null; type: string; created_at: Date }
export type Described = { id: string; body: string }

type Member = { id: number; referral_code: string }
type Row = {
  at: Date
  journal: string
  reference: string
  amount: string
  account: string
  source_member: Member | null
  target_member: Member | null
  cause: { id: number; slug: string } | null
  stage: number | null
  address: string | null
  transaction: string | null
  reverses: { journal: number; reference: string } | null
  /** When it was credited. */
  on_hold: boolean
  cleared_at: Date | null
}

const memberOf = (column: string) => sql<Member | null>`
  (select json_build_object('id', m.id, 'referral_code', m.referral_code) from member m where m.id = ${sql.ref(column)})`

/** A deposit's reference names its log on the chain. */
const ITS_DEPOSIT = sql`deposit on j.reference ~ '^deposit/\\d{1,18}/[^/]+/\\d{1,9}$'
  and deposit.chain_id = case when j.reason = 'deposit' then split_part(j.reference, '/', 2)::bigint end
  and deposit.transaction = split_part(j.reference, '/', 3)
  and deposit.ordinal = case when j.reason = 'deposit' then split_part(j.reference, '/', 4)::int end`

/**
 * Undefined if confirmed journals were lost, and this one with them. Read when it is sent, from what never changes: the books. So nothing about anybody is stored twice, and a member who
 * was erased since is named by what erasure has left. No names and no e-mail addresses: a program that needs them asks
 * for them with a key.
 */
export async function describeEvent(db: Reader, event: Event): Promise<Described | undefined> {
  if (event.journal_id === null) return describeTest(event)
  const { rows } = await sql<Row>`
    select j.created_at as at, j.id as journal, j.reference, j.amount, j.source as account,
      ${memberOf('j.source_member')} as source_member, ${memberOf('j.target_member')} as target_member,
      (select json_build_object('id', cause.id, 'slug', slug) from cause where cause.id = coalesce(d.cause_id,
        case when j.source_member < 0 then -j.source_member when j.target_member < 0 then -j.target_member end)) as cause,
      d.stage, coalesce(w.address, deposit.address) as address,
      coalesce(deposit.transaction, case when j.reason = 'withdrawal_paid' then
        coalesce((select transaction from found_payment where withdrawal_id = w.id),
          (select transaction from sending where withdrawal_id = w.id and state = 'done' limit 1)) end) as transaction,
      (select json_build_object('journal', r.reverses, 'reference', original.reference) from reversal r
        join journal original on original.id = r.reverses where r.first_journal = j.id) as reverses,
      deposit.screening is not null or deposit.cleared_at is not null as on_hold, deposit.cleared_at
    from journal j left join ${ITS_WITHDRAWAL} left join donation d on d.journal_id = j.id left join ${ITS_DEPOSIT}
    where j.id = ${event.journal_id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { reference } = row
  const at = event.type === 'deposit.cleared' ? row.cleared_at : row.at
  if (!at) return undefined
  return {
    // Not by the journal's number: a database that was set back gives it to another one.
    id: messageId([event.type, reference, at.toISOString()]),
    body: JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: dataOf(event.type, row) }),
  }
}

function dataOf(type: string, row: Row) {
  const { journal, reference, amount, account, source_member: source, target_member: target } = row
  const { cause, stage, address, transaction, reverses, on_hold } = row
  const who = type === 'transfer.made' ? { from: source, to: target } : { member: source ?? target }
  return {
    journal: Number(journal),
    reference: reference.replace(/\/end$/, ''),
    amount: toDollars(usd(BigInt(amount))),
    account,
    ...who,
    ...(type === 'deposit.credited' && { on_hold }),
    ...(type === 'deposit.cleared' && { on_hold: false }),
    ...(cause && { cause }),
    ...(stage !== null && { stage }),
    ...(address !== null && { address }),
    ...(transaction !== null && { transaction }),
    ...(reverses && { reverses }),
  }
}

const describeTest = ({ id, type, created_at }: Event): Described => ({
  id: messageId([type, id, created_at.toISOString()]),
  body: JSON.stringify({ type, timestamp: created_at.toISOString(), data: { reference: `test-${id}` } }),
})

/** The same for every attempt, for every endpoint, and for an event that is sent again later. */
const messageId = (facts: readonly string[]): string =>
  `evt_${createHash('sha256').update(facts.join('\n')).digest('base64url').slice(0, 24)}`
