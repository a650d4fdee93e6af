import { ofMember, type Account } from '@trefoil/core/ledger/account'
import type { Book, Posting } from '@trefoil/core/ledger/book'
import { amountOf } from '@trefoil/core/ledger/journal'
import type { Pipeline } from '../db/pipeline.ts'
import { LEDGER_CHANNEL, writeAnnouncement, type Announcement } from './announcement.ts'
import { balanceParameters, updateBalances } from './balance-row.ts'
import { jsons, numbers, texts, words } from './columns.ts'
import type { RequestKey } from './request-key.ts'

/** A posted plan with its journal id and what is stored for its idempotency key. */
export type Numbered = {
  readonly id: bigint
  readonly posting: Posting
  readonly remembered: { readonly key: RequestKey; readonly reply: string } | undefined
}

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
    text: `update system_account set balance = n.balance, sequence = n.sequence
      from unnest($1::ledger_account[], $2::bigint[], $3::bigint[]) as n (account, balance, sequence)
      where system_account.account = n.account`,
  },
  notify: { name: 'notify', text: `select pg_notify('${LEDGER_CHANNEL}', pg_current_xact_id() || ' ' || $1)` },
}

export function writeJournals(pipeline: Pipeline, numbered: readonly Numbered[]): void {
  const journals = numbered.map(({ posting }) => posting.journal)
  pipeline.send(statements.journals, [
    numbers(numbered.map(({ id }) => id)),
    numbers(journals.map(amountOf)),
    numbers(journals.map(({ source }) => memberOf(source))),
    numbers(journals.map(({ credits }) => (credits.length === 1 ? memberOf(credits[0].target) : 0))),
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
    numbers(entries.map(({ account }) => memberOf(account))),
    numbers(entries.map(({ sequence }) => sequence)),
    words(entries.map(({ account }) => account.kind)),
    words(entries.map(({ share }) => share)),
  ])
}

export function writeMemberBalances(pipeline: Pipeline, { memberBalances }: ReturnType<Book['changes']>): void {
  pipeline.send(updateBalances, balanceParameters(memberBalances))
}

export function writeSystemAccounts(pipeline: Pipeline, { system }: ReturnType<Book['changes']>): void {
  if (system.length === 0) return
  pipeline.send(statements.system, [
    words(system.map(([account]) => account)),
    numbers(system.map(([, { balance }]) => balance)),
    numbers(system.map(([, { sequence }]) => sequence)),
  ])
}

/** Once per batch. */
export function announce(pipeline: Pipeline, announcement: Announcement): void {
  pipeline.send(statements.notify, [writeAnnouncement(announcement)])
}

const memberOf = (account: Account): number => (ofMember(account) ? account.member : 0)
