import { Book } from '@trefoil/core/ledger/book'
import type { MemberId, SystemAccountKind } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { readProgramme, type ProgrammeRecord } from '@trefoil/core/programme/programme-record'
import type { Programme } from '@trefoil/core/programme/programme'
import { LOCKS } from '../db/database.ts'
import type { Pipeline } from '../db/pipeline.ts'
import { BALANCE_COLUMNS, memberBalancesFrom, type BalanceRow } from './balance-row.ts'
import { numbers, texts, words } from './columns.ts'
import type { MemberName, OpenLedger, Touched } from './operation.ts'
import type { RequestKey } from './request-key.ts'
import { readSenders, senderFactsFrom, type SenderRow } from './sender-facts.ts'
import { readReversalFacts, reversalFactsFrom, reversalParameters, type ReversalRow } from './reversal-facts.ts'

export type Asked = { readonly touched: Touched; readonly operation: string; readonly key: RequestKey | undefined }

/** The reply stored under an idempotency key. */
export type Remembered = { readonly hash: bigint; readonly reply: string }

export type Reading = { ledger: OpenLedger; remembered: Map<string, Remembered>; lastJournal: bigint }

const statements = {
  begin: { name: 'begin', text: 'begin isolation level read committed' },
  // One poster at a time. Batches are ordered here, so no journal depends on an uncommitted one.
  lock: { name: 'lock', text: `select pg_advisory_xact_lock(${LOCKS.space}, ${LOCKS.ledger})` },
  // One row per system account. Repeating the other columns in each row costs less than separate statements.
  state: {
    name: 'state',
    text: `select account, balance, sequence, last_journal, version, rules from system_account,
      (select coalesce(max(id), 0) as last_journal from journal) newest,
      (select version, case when version = $1::int then null else rules end as rules from programme
        where active_from <= now() order by version desc limit 1) in_force`,
  },
  uplines: {
    name: 'uplines',
    text: `select id, sponsor, upline, case when security_hold_until > now() then security_hold_until end as held_until
      from member join account using (id) where id = any($1::int[])`,
  },
  memberBalances: {
    name: 'member balances',
    text: `select ${BALANCE_COLUMNS} from member_balance where member_id = any(array(
        select unnest($1::int[]) union select unnest(upline || sponsor) from member where id = any($2::int[])))`,
  },
  named: {
    name: 'named',
    text: `select named_by, name, ${BALANCE_COLUMNS} from (
        select id, name, key_hash::text as named_by from account where key_hash = any($1::bytea[])
        union all
        select id, name, referral_code from member join account using (id) where referral_code = any($2::text[])
      ) named join member_balance on member_id = id`,
  },
  keys: {
    name: 'keys',
    text: `select source_member, reason, idempotency_key, request_hash, reply
      from unnest($1::int[], $2::journal_reason[], $3::text[]) as asked (member, operation, key)
      join journal on source_member = member and reason = operation and idempotency_key = key`,
  },
  references: { name: 'references', text: 'select reference from journal where reference = any($1::text[])' },
}

/** Caches the parsed programme in force: versions never change. */
export type KnownProgramme = { latest: Programme | undefined }

/** The first pipeline: locks the ledger and reads everything that the orders touch. */
export async function readBatch(pipeline: Pipeline, known: KnownProgramme, asked: readonly Asked[]): Promise<Reading> {
  const donors = asked.flatMap(({ touched }) => touched.uplineOf ?? [])
  const members = asked.flatMap(({ touched }) => touched.members)
  const names = asked.flatMap(({ touched }) => touched.named ?? [])
  const keyed = asked.flatMap(({ key, operation }) => (key ? [{ ...key, operation }] : []))
  const senders = asked.flatMap(({ touched }) => touched.sender ?? [])
  const references = asked.flatMap(({ touched }) => touched.references ?? [])

  pipeline.send(statements.begin)
  pipeline.send(statements.lock)
  const state = pipeline.send<StateRow>(statements.state, [known.latest?.version ?? 0])
  const memberBalances = pipeline.send<BalanceRow>(statements.memberBalances, [numbers(members), numbers(donors)])
  const uplines = donors.length > 0 ? pipeline.send<UplineRow>(statements.uplines, [numbers(donors)]) : undefined
  const named = names.length > 0 ? pipeline.send<NamedRow>(statements.named, namesByKind(names)) : undefined
  const keys =
    keyed.length > 0
      ? pipeline.send<KeyRow>(statements.keys, [
          numbers(keyed.map(({ member }) => member)),
          words(keyed.map(({ operation }) => operation)),
          texts(keyed.map(({ key }) => key)),
        ])
      : undefined
  const posted =
    references.length > 0 ? pipeline.send<{ reference: string }>(statements.references, [texts(references)]) : undefined
  const sent = senders.length > 0 ? pipeline.send<SenderRow>(readSenders, [numbers(senders)]) : undefined
  const reversals = asked.flatMap(({ touched: { reversing } }) =>
    reversing
      ? { of: reversing.id, result: pipeline.send<ReversalRow>(readReversalFacts, reversalParameters(reversing)) }
      : [],
  )
  await pipeline.flush()

  return {
    ledger: openLedger({
      book: new Book({
        memberBalances: [...memberBalances.rows, ...(named?.rows ?? [])].map(memberBalancesFrom),
        system: state.rows.map((row) => [row.account, { balance: row.balance, sequence: Number(row.sequence) }]),
        posted: posted?.rows.map(({ reference }) => reference) ?? [],
      }),
      programme: programmeFrom(known, state.rows[0]),
      uplines: new Map(uplines?.rows.map((row) => [row.id, row])),
      named: new Map(named?.rows.map((row) => [row.named_by, row])),
      senders: new Map(sent?.rows.map((row) => [row.id, row])),
      reversals: new Map(reversals.map(({ of, result }) => [of, result.rows[0]])),
    }),
    remembered: new Map(
      keys?.rows.map((row) => [
        rememberedUnder(row.source_member, row.reason, row.idempotency_key),
        { hash: row.request_hash, reply: row.reply },
      ]),
    ),
    lastJournal: state.rows[0]?.last_journal ?? 0n,
  }
}

const namesByKind = (names: readonly MemberName[]): string[] =>
  (['key', 'code'] as const).map((kind) => texts(names.filter(({ by }) => by === kind).flatMap((name) => name.texts)))

export const rememberedUnder = (member: MemberId, operation: string, key: string): string =>
  `${member} ${operation} ${key}`

type ProgrammeRow = { version: number; rules: ProgrammeRecord | null }
type StateRow = ProgrammeRow & { account: SystemAccountKind; balance: Usd; sequence: bigint; last_journal: bigint }
type UplineRow = { id: MemberId; sponsor: MemberId | null; upline: MemberId[]; held_until: Date | null }
type KeyRow = { source_member: MemberId; reason: string; idempotency_key: string; request_hash: bigint; reply: string }
type NamedRow = BalanceRow & { named_by: string; name: string }
type Opened = Pick<OpenLedger, 'book' | 'programme'> & {
  uplines: Map<MemberId, UplineRow>
  named: Map<string, NamedRow>
  senders: Map<MemberId, SenderRow>
  reversals: Map<bigint, ReversalRow | undefined>
}

const openLedger = ({ book, programme, uplines, named, senders, reversals }: Opened): OpenLedger => ({
  book,
  programme,
  upline(member) {
    const row = uplines.get(member)
    if (!row) throw new Error(`The upline of member ${member} was not read`)
    return {
      heldUntil: row.held_until,
      sponsor: row.sponsor === null ? null : book.balances(row.sponsor),
      above: row.upline.map((above) => book.balances(above)),
    }
  },
  named({ texts: forms }) {
    const row = forms.map((form) => named.get(form)).find((found) => found !== undefined)
    return row && { balances: book.balances(row.member_id), name: row.name }
  },
  sender: (member) => senderFactsFrom(member, { row: senders.get(member), book }),
  reversal: (original) => reversalFactsFrom(original, { row: reversals.get(original.id), book, programme }),
})

function programmeFrom(known: KnownProgramme, row: ProgrammeRow | undefined): Programme {
  if (!row) throw new Error('No programme is in force')
  const programme = row.rules ? readProgramme(row.version, row.rules) : known.latest
  if (programme?.version !== row.version) throw new Error(`Version ${row.version} of the programme was not read`)
  known.latest = programme
  return programme
}
