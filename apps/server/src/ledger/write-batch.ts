import { ofMember, type Account } from '@trefoil/core/ledger/account'
import type { Book, Posting } from '@trefoil/core/ledger/book'
import { amountOf } from '@trefoil/core/ledger/journal'
import type { Flight } from '../db/flight.ts'
import { LEDGER_CHANNEL, writeAnnouncement, type Announcement } from './announcement.ts'
import { jsons, numbers, texts, words } from './columns.ts'
import type { RequestKey } from './request-key.ts'

/** A posting with its place in the ledger, and what is remembered with it. */
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
      select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::ledger_account[],
        $7::entry_share[])`,
  },
  // Not `frozen`: no order decides about it, and an operator may be changing it at this moment.
  purses: {
    name: 'write purses',
    text: `update purse set impact = n.impact, impact_sequence = n.impact_sequence, available = n.available,
        available_sequence = n.available_sequence, held = n.held, held_sequence = n.held_sequence, stage = n.stage,
        last_donation = n.last_donation, stage_balance = n.stage_balance, total_donated = n.total_donated,
        total_earned = n.total_earned, total_deposited = n.total_deposited, total_withdrawn = n.total_withdrawn
      from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::int[], $6::bigint[], $7::int[], $8::smallint[],
        $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[])
        as n (member_id, impact, impact_sequence, available, available_sequence, held, held_sequence, stage,
          last_donation, stage_balance, total_donated, total_earned, total_deposited, total_withdrawn)
      where purse.member_id = n.member_id`,
  },
  system: {
    name: 'write system accounts',
    text: `update system_account set balance = n.balance, sequence = n.sequence
      from unnest($1::ledger_account[], $2::bigint[], $3::int[]) as n (account, balance, sequence)
      where system_account.account = n.account`,
  },
  notify: { name: 'notify', text: `select pg_notify('${LEDGER_CHANNEL}', pg_current_xact_id() || ' ' || $1)` },
}

export function writeJournals(flight: Flight, numbered: readonly Numbered[]): void {
  const journals = numbered.map(({ posting }) => posting.journal)
  flight.send(statements.journals, [
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
  flight.send(statements.entries, [
    numbers(numbered.flatMap(({ id, posting }) => Array<bigint>(posting.entries.length).fill(id))),
    numbers(entries.map(({ amount }) => amount)),
    numbers(entries.map(({ balanceAfter }) => balanceAfter)),
    numbers(entries.map(({ account }) => memberOf(account))),
    numbers(entries.map(({ sequence }) => sequence)),
    words(entries.map(({ account }) => account.kind)),
    words(entries.map(({ share }) => share)),
  ])
}

export function writePurses(flight: Flight, { purses }: ReturnType<Book['changes']>): void {
  flight.send(statements.purses, [
    numbers(purses.map(({ member }) => member)),
    numbers(purses.map(({ impact }) => impact.balance)),
    numbers(purses.map(({ impact }) => impact.sequence)),
    numbers(purses.map(({ available }) => available.balance)),
    numbers(purses.map(({ available }) => available.sequence)),
    numbers(purses.map(({ held }) => held.balance)),
    numbers(purses.map(({ held }) => held.sequence)),
    numbers(purses.map(({ window }) => window.stage)),
    numbers(purses.map(({ window }) => window.lastDonation)),
    numbers(purses.map(({ window }) => window.earned)),
    numbers(purses.map(({ totals }) => totals.donated)),
    numbers(purses.map(({ totals }) => totals.earned)),
    numbers(purses.map(({ totals }) => totals.deposited)),
    numbers(purses.map(({ totals }) => totals.withdrawn)),
  ])
}

export function writeSystemAccounts(flight: Flight, { system }: ReturnType<Book['changes']>): void {
  if (system.length === 0) return
  flight.send(statements.system, [
    words(system.map(([account]) => account)),
    numbers(system.map(([, { balance }]) => balance)),
    numbers(system.map(([, { sequence }]) => sequence)),
  ])
}

/** Tells whoever listens, once per batch. */
export function announce(flight: Flight, announcement: Announcement): void {
  flight.send(statements.notify, [writeAnnouncement(announcement)])
}

const memberOf = (account: Account): number => (ofMember(account) ? account.member : 0)
