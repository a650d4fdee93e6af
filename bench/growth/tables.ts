import { Pipeline, type Statement } from '../../apps/server/src/db/pipeline.ts'
import { jsons, numbers, texts, words } from '../../apps/server/src/ledger/columns.ts'
import type pg from 'pg'

export type Line = { member: number; sequence: number }
export type Order = { id: bigint; lines: Line[] }
export type Kind = 'today' | 'partitioned'

const JOURNALS_EACH = 100_000
const PARTITIONS = 10

const range = (table: string, part: number) =>
  `create table ${table}_${part} partition of ${table}
    for values from (${part * JOURNALS_EACH}) to (${(part + 1) * JOURNALS_EACH});`

/** As `journal` and `entry`, in ranges of journals; what is unique in all of them has tables of its own. */
export const PARTITIONED = `
  create table journal_ranges (like journal including defaults including constraints) partition by range (id);
  alter table journal_ranges add primary key (id);
  create index on journal_ranges (source_member, reason, id);
  create index on journal_ranges (target_member, id) where reason = 'transfer';
  create table journal_reference (reference text primary key, journal_id bigint not null);
  create table journal_key (source_member integer, reason journal_reason, idempotency_key text, journal_id bigint not null,
    primary key (source_member, reason, idempotency_key));
  create table entry_ranges (like entry including defaults including constraints) partition by range (journal_id);
  create index on entry_ranges (member_id, account, sequence);
  create index on entry_ranges using brin (journal_id) with (pages_per_range = 8, autosummarize = on);
  create table statement_line_taken (member_id integer, account ledger_account, sequence bigint,
    primary key (member_id, account, sequence));
  ${Array.from({ length: PARTITIONS }, (_, part) => range('journal_ranges', part) + range('entry_ranges', part)).join('\n')}`

const journals = (table: string): Statement => ({
  name: table,
  text: `insert into ${table} (id, amount, source_member, target_member, source, reason, rule_version, reference,
      request_hash, idempotency_key, reply)
    select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::ledger_account[], $6::journal_reason[],
      $7::int[], $8::text[], $9::bigint[], $10::text[], $11::text[])`,
})
const entries = (table: string): Statement => ({
  name: table,
  text: `insert into ${table} (journal_id, amount, balance_after, member_id, sequence, account, share)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::ledger_account[],
      $7::entry_share[])`,
})
const REFERENCES = {
  name: 'references',
  text: 'insert into journal_reference (reference, journal_id) select * from unnest($1::text[], $2::bigint[])',
}
const KEYS = {
  name: 'keys',
  text: `insert into journal_key (source_member, reason, idempotency_key, journal_id)
    select * from unnest($1::int[], $2::journal_reason[], $3::text[], $4::bigint[])`,
}
const LINES = {
  name: 'lines',
  text: `insert into statement_line_taken (member_id, account, sequence)
    select * from unnest($1::int[], $2::ledger_account[], $3::bigint[])`,
}
const TODAY = { journals: journals('journal'), entries: entries('entry') }
const RANGES = { journals: journals('journal_ranges'), entries: entries('entry_ranges') }

/** One message, one transaction, as the poster writes a batch. Balances, which stay as they are, are left out. */
export function writing(client: pg.Client, orders: readonly Order[], kind: Kind): Pipeline {
  const pipeline = new Pipeline(client)
  const ids = numbers(orders.map(({ id }) => id))
  const sources = numbers(orders.map(({ lines }) => lines[0]?.member ?? 0))
  const reasons = words(orders.map(() => 'donation'))
  const references = texts(orders.map(({ id }) => `donation-${id.toString(36).padStart(16, '0')}`))
  const keys = texts(orders.map(({ id }) => `5f0e1c9a-7d8b-4c3e-9f21-${id.toString().padStart(12, '0')}`))
  const each = (value: string | number) => words(orders.map(() => String(value)))
  const lines = orders.flatMap((order) => order.lines)
  const members = numbers(lines.map(({ member }) => member))
  const sequences = numbers(lines.map(({ sequence }) => sequence))
  const accounts = words(lines.map(() => 'available'))
  const { journals: toJournals, entries: toEntries } = kind === 'today' ? TODAY : RANGES
  const replies = jsons(orders.map(() => REPLY))
  pipeline.send(toJournals, [
    ids,
    each(100),
    sources,
    each(0),
    each('impact'),
    reasons,
    each(1),
    references,
    each(7),
    keys,
    replies,
  ])
  pipeline.send(toEntries, [
    numbers(orders.flatMap((order) => order.lines.map(() => order.id))),
    words(lines.map(() => '100')),
    words(lines.map(() => '100')),
    members,
    sequences,
    accounts,
    words(lines.map(() => 'level_1')),
  ])
  if (kind === 'partitioned') {
    pipeline.send(REFERENCES, [references, ids])
    pipeline.send(KEYS, [sources, reasons, keys, ids])
    pipeline.send(LINES, [members, accounts, sequences])
  }
  return pipeline
}

const REPLY = JSON.stringify({
  success: true,
  message: 'Donation processed',
  data: { reference: 'donation-0000000000000000', amount: 100, stage: 1 },
})
