import { ownerOf, type MemberId } from '@trefoil/core/ledger/account'
import type { Book } from '@trefoil/core/ledger/book'
import { amountOf } from '@trefoil/core/ledger/journal'
import type { MemberBalances, SystemBalance } from '@trefoil/core/ledger/member-balances'
import type { Pipeline } from '../db/pipeline.ts'
import { writeAuditEntries } from '../members/audit.ts'
import { LEDGER_CHANNEL, writeAnnouncement, type Announcement } from './announcement.ts'
import { balanceParameters, updateBalances, type KeptBalances } from './balance-row.ts'
import { jsons, numbers, texts, words } from './columns.ts'
import type { Decided, Numbered } from './decide-batch.ts'
import type { Tail } from './tail-guard.ts'

const statements = {
  journals: {
    name: 'journals',
    text: `insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference,
        request_hash, idempotency_key, reply)
      select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::ledger_account[], $6::journal_reason[],
        $7::int[], $8::text[], $9::bigint[], $10::text[], $11::text[])`,
  },
  entries: {
    name: 'entries',
    text: `insert into entry (journal_id, amount, balance_after, member_id, sequence, account, share)
      select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::ledger_account[],
        $7::entry_share[])`,
  },
  system: {
    name: 'write system accounts',
    text: `with written as (
        update system_account set balance = n.balance, sequence = n.sequence
        from unnest($1::ledger_account[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
          as n (account, owner, balance, sequence, balance_before, sequence_before)
        where system_account.account = n.account and system_account.owner = n.owner
          and system_account.balance = balance_before and system_account.sequence = sequence_before returning 1)
      select ledger_has_changed() where (select count(*) from written) <> cardinality($1::ledger_account[])`,
  },
  check: {
    name: 'check member balances',
    text: `select balances_have_changed() where exists (
      select from unnest($1::int[], $2::bigint[]) as read (member, version)
      where not exists (select from member_balance where member_id = read.member and member_balance.version = read.version))`,
  },
  notify: { name: 'notify', text: `select pg_notify('${LEDGER_CHANNEL}', pg_current_xact_id() || ' ' || $1)` },
}

function writeJournals(pipeline: Pipeline, numbered: readonly Numbered[]): void {
  const journals = numbered.map(({ posting }) => posting.journal)
  pipeline.send(statements.journals, [
    numbers(numbered.map(({ id }) => id)),
    numbers(journals.map(amountOf)),
    numbers(journals.map(({ source }) => ownerOf(source))),
    numbers(journals.map(({ credits }) => (credits.length === 1 ? ownerOf(credits[0].target) : 0))),
    words(journals.map(({ source }) => source.kind)),
    words(journals.map(({ reason }) => reason)),
    numbers(journals.map(({ ruleVersion }) => ruleVersion)),
    texts(journals.map(({ reference }) => reference)),
    words(numbered.map(({ remembered }) => remembered?.key.hash.toString() ?? null)),
    texts(numbered.map(({ remembered }) => remembered?.key.key ?? null)),
    jsons(numbered.map(({ remembered }) => remembered?.reply ?? null)),
  ])
  const entries = numbered.flatMap(({ posting }) => posting.entries)
  pipeline.send(statements.entries, [
    numbers(numbered.flatMap(({ id, posting }) => Array<bigint>(posting.entries.length).fill(id))),
    numbers(entries.map(({ amount }) => amount)),
    numbers(entries.map(({ balanceAfter }) => balanceAfter)),
    numbers(entries.map(({ account }) => ownerOf(account))),
    numbers(entries.map(({ sequence }) => sequence)),
    words(entries.map(({ account }) => account.kind)),
    words(entries.map(({ share }) => share)),
  ])
}

/** By the account's name. */
export type SystemAccounts = ReadonlyMap<string, SystemBalance>

/** What a batch has changed, and what it has only read. */
export type Changes = {
  readonly members: readonly MemberBalances[]
  /** The versions that these were decided upon. */
  readonly versions: readonly bigint[]
  readonly system: readonly SystemBalance[]
  readonly systemBefore: SystemAccounts
  readonly unchanged: readonly KeptBalances[]
}

/** The accounts after the batch. */
export function withChanges(before: SystemAccounts, { system }: Changes): SystemAccounts {
  const after = new Map(before)
  for (const balance of system) after.set(balance.account.name, balance)
  return after
}

type Read = { readonly members: ReadonlyMap<MemberId, KeptBalances>; readonly system: SystemAccounts }

export function changesOf(book: Book, read: Read): Changes {
  const { memberBalances, system } = book.changes()
  const unchanged = new Map(read.members)
  const versions = memberBalances.map(({ member }) => {
    const before = unchanged.get(member)
    if (!before) throw new Error(`The version of member ${member} was not read`)
    unchanged.delete(member)
    return before.version
  })
  return { members: memberBalances, versions, system, systemBefore: read.system, unchanged: [...unchanged.values()] }
}

type Batch = {
  readonly decided: Decided
  /** By the database, before this batch. */
  readonly acknowledged: Tail | undefined
}

export function writeBatch(pipeline: Pipeline, changes: Changes, { decided, acknowledged }: Batch): void {
  const { numbered, done, audit } = decided
  const last = numbered.at(-1)
  if (last) {
    writeJournals(pipeline, numbered)
    pipeline.send(updateBalances, balanceParameters(changes.members, changes.versions))
  }
  checkBalances(pipeline, changes.unchanged)
  for (const [operation, notes] of done) operation.write?.(pipeline, notes)
  writeAuditEntries(pipeline, audit)
  writeSystemAccounts(pipeline, changes)
  // An operation that moved nothing, such as closing empty accounts, is no news to anybody.
  const members = changes.members.map(({ member }) => member)
  if (last) announce(pipeline, { lastJournal: last.id, members, acknowledged })
}

/** Of a batch, once it is acknowledged. */
export function tailOf({ numbered }: Decided, lineage: number): Tail | undefined {
  const last = numbered.at(-1)
  return last && { lineage, journal: last.id, reference: last.posting.journal.reference }
}

/** Nobody has changed them since they were read. */
export function checkBalances(pipeline: Pipeline, unchanged: readonly KeptBalances[]): void {
  if (unchanged.length === 0) return
  pipeline.send(statements.check, [
    numbers(unchanged.map(({ balances }) => balances.member)),
    numbers(unchanged.map(({ version }) => version)),
  ])
}

function writeSystemAccounts(pipeline: Pipeline, { system, systemBefore }: Changes): void {
  if (system.length === 0) return
  const before = system.map(({ account }) => systemBefore.get(account.name))
  pipeline.send(statements.system, [
    words(system.map(({ account }) => account.kind)),
    numbers(system.map(({ account }) => account.owner)),
    numbers(system.map(({ balance }) => balance)),
    numbers(system.map(({ sequence }) => sequence)),
    numbers(before.map((state) => state?.balance ?? 0n)),
    numbers(before.map((state) => state?.sequence ?? 0)),
  ])
}

/** Once per batch. */
function announce(pipeline: Pipeline, announcement: Announcement): void {
  pipeline.send(statements.notify, [writeAnnouncement(announcement)])
}
