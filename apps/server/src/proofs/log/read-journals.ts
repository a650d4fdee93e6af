import type { JournalEntry } from '@trefoil/core/proofs/log-leaf'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BinaryRows } from './binary-rows.ts'

export type LoggedJournal = {
  id: number
  created_at_us: string
  reason: string
  reference: string
  rule_version: number
  entries: LoggedEntry[]
}
export type LoggedEntry = Pick<
  JournalEntry,
  'member_id' | 'account' | 'sequence' | 'amount' | 'balance_after' | 'share'
>

/** Microseconds from 1970 to 2000, which PostgreSQL counts from. */
const EPOCH_US = 946_684_800_000_000

const JOURNAL = 'select j.id, j.created_at, j.reason, j.reference, j.rule_version'
const ENTRY = 'select e.journal_id, e.member_id, e.account, e.sequence, e.amount, e.balance_after, e.share'

type Range = { after: number; upTo: number }

/**
 * Journals as they were copied. Each is made when it is looked at: a step has thousands of them, with tens of thousands of
 * entries, and as objects all of these would outlive the young generation of a small heap.
 */
export class CopiedJournals implements Iterable<LoggedJournal> {
  readonly owners = new Set<number>()
  readonly #journals: BinaryRows
  readonly #entries: BinaryRows
  readonly #places = new Map<number, { journal: number; entries: number[] }>()

  constructor(journals: BinaryRows, entries: BinaryRows) {
    this.#journals = journals
    this.#entries = entries
    while (journals.next()) {
      const { at } = journals
      this.#places.set(journals.count(), { journal: at, entries: [] })
      journals.skip(4)
    }
    while (entries.next()) {
      const id = entries.count()
      const { at } = entries
      this.owners.add(entries.int())
      entries.skip(5)
      // Entries without a journal belong to no leaf.
      this.#places.get(id)?.entries.push(at)
    }
  }

  get ids(): number[] {
    return [...this.#places.keys()]
  }

  *[Symbol.iterator](): Iterator<LoggedJournal> {
    for (const { journal, entries } of this.#places.values())
      yield { ...this.#journalAt(journal), entries: entries.map((at) => this.#entryAt(at)) }
  }

  #journalAt(at: number): Omit<LoggedJournal, 'entries'> {
    const row = this.#journals
    row.goTo(at)
    return {
      id: row.count(),
      created_at_us: String(EPOCH_US + row.count()),
      reason: row.text(),
      reference: row.text(),
      rule_version: row.int(),
    }
  }

  #entryAt(at: number): LoggedEntry {
    const row = this.#entries
    row.goTo(at)
    return {
      member_id: row.int(),
      account: row.text(),
      sequence: row.digits(),
      amount: row.digits(),
      balance_after: row.digits(),
      share: row.textOrNull(),
    }
  }
}

/** All journals after one and up to another, with their entries. */
export async function readJournals(client: pg.ClientBase, { after, upTo }: Range): Promise<CopiedJournals> {
  const journals = await readJournalsThere(client, { after, upTo })
  if (journals.ids.length !== upTo - after) throw new Error(`There are gaps between journals ${after} and ${upTo}`)
  return journals
}

/** Those that are there: none should be missing. */
export function readJournalsThere(client: pg.ClientBase, { after, upTo }: Range): Promise<CopiedJournals> {
  const range = (column: string) => `${column} > ${BigInt(after)} and ${column} <= ${BigInt(upTo)}`
  return readBoth(client, {
    journals: `${JOURNAL} from journal j where ${range('j.id')} order by j.id`,
    entries: `${ENTRY} from entry e where ${range('e.journal_id')}`,
  })
}

/** These journals only. One by one: the entries' index has no lists. */
export function readSomeJournals(client: pg.ClientBase, ids: readonly number[]): Promise<CopiedJournals> {
  const list = `unnest('{${ids.map(BigInt).join()}}'::bigint[])`
  return readBoth(client, {
    journals: `${JOURNAL} from ${list} as wanted (id) join journal j on j.id = wanted.id`,
    entries: `select e.* from ${list} as wanted (id) cross join lateral (${ENTRY} from entry e where e.journal_id = wanted.id
      offset 0) e`,
  })
}

/** Copied in the binary form, because tens of thousands of rows are read each second: that costs a fifth of a query's. */
const readBoth = async (client: pg.ClientBase, query: { journals: string; entries: string }): Promise<CopiedJournals> =>
  new CopiedJournals(await copied(client, query.journals), await copied(client, query.entries))

async function copied(client: pg.ClientBase, query: string): Promise<BinaryRows> {
  const parts: Buffer[] = []
  for await (const part of client.query(copyTo(`copy (${query}) to stdout (format binary)`))) parts.push(part as Buffer)
  return new BinaryRows(Buffer.concat(parts))
}
