import type { JournalEntry } from '@trefoil/core/proofs/log-leaf'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

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

/** All journals after one and up to another, with their entries. */
export async function readJournals(client: pg.ClientBase, { after, upTo }: Range): Promise<LoggedJournal[]> {
  const journals = await readJournalsThere(client, { after, upTo })
  if (journals.length !== upTo - after) throw new Error(`There are gaps between journals ${after} and ${upTo}`)
  return journals
}

/** Those that are there: none should be missing. */
export function readJournalsThere(client: pg.ClientBase, { after, upTo }: Range): Promise<LoggedJournal[]> {
  const range = (column: string) => `${column} > ${BigInt(after)} and ${column} <= ${BigInt(upTo)}`
  return readBoth(client, {
    journals: `${JOURNAL} from journal j where ${range('j.id')} order by j.id`,
    entries: `${ENTRY} from entry e where ${range('e.journal_id')}`,
  })
}

/** These journals only. One by one: the entries' index has no lists. */
export function readSomeJournals(client: pg.ClientBase, ids: readonly number[]): Promise<LoggedJournal[]> {
  const list = `unnest('{${ids.map(BigInt).join()}}'::bigint[])`
  return readBoth(client, {
    journals: `${JOURNAL} from ${list} as wanted (id) join journal j on j.id = wanted.id`,
    entries: `select e.* from ${list} as wanted (id) cross join lateral (${ENTRY} from entry e where e.journal_id = wanted.id
      offset 0) e`,
  })
}

/** Copied in the binary form, because tens of thousands of rows are read each second: that costs a fifth of a query's. */
async function readBoth(client: pg.ClientBase, query: { journals: string; entries: string }): Promise<LoggedJournal[]> {
  const journals = new Map<number, LoggedJournal>()
  const rows = await copied(client, query.journals)
  while (rows.next()) {
    const id = rows.count()
    journals.set(id, {
      id,
      created_at_us: String(EPOCH_US + rows.count()),
      reason: rows.text(),
      reference: rows.text(),
      rule_version: rows.int(),
      entries: [],
    })
  }
  const lines = await copied(client, query.entries)
  while (lines.next()) {
    // Entries without a journal belong to no leaf.
    const entries = journals.get(lines.count())?.entries ?? []
    entries.push({
      member_id: lines.int(),
      account: lines.text(),
      sequence: lines.digits(),
      amount: lines.digits(),
      balance_after: lines.digits(),
      share: lines.textOrNull(),
    })
  }
  return [...journals.values()]
}

async function copied(client: pg.ClientBase, query: string): Promise<BinaryRows> {
  const parts: Buffer[] = []
  for await (const part of client.query(copyTo(`copy (${query}) to stdout (format binary)`))) parts.push(part as Buffer)
  return new BinaryRows(Buffer.concat(parts))
}

/** A signature of 11 bytes, flags, and the length of an extension that nobody uses. */
const HEADER_BYTES = 19
const END = -1

/** Reads field after field, in the order of the query. */
class BinaryRows {
  readonly #bytes: Buffer
  #at = HEADER_BYTES

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  next(): boolean {
    const fields = this.#bytes.readInt16BE(this.#at)
    this.#at += 2
    return fields !== END
  }

  text(): string {
    const value = this.textOrNull()
    if (value === null) throw new Error('A null where there is none')
    return value
  }

  textOrNull(): string | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  int(): number {
    this.#length()
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }

  /** 64 bits that are never beyond 2^53. */
  count(): number {
    const text = this.digits()
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to count with`)
    return value
  }

  /** 64 bits as decimal digits. */
  digits(): string {
    this.#length()
    this.#at += 8
    const high = this.#bytes.readInt32BE(this.#at - 8)
    if (high >= SAFE_HIGH || high < -SAFE_HIGH) return String(this.#bytes.readBigInt64BE(this.#at - 8))
    return String(high * 2 ** 32 + this.#bytes.readUInt32BE(this.#at - 4))
  }

  #length(): number {
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }
}

/** Below it, a number of 64 bits is exact as ECMAScript's. */
const SAFE_HIGH = 2 ** 21
