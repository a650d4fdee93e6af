import type { MemberId } from '@trefoil/core/ledger/account'
import type { Book, Plan } from '@trefoil/core/ledger/book'
import type { Reason } from '@trefoil/core/ledger/journal'
import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Upline } from '@trefoil/core/programme/division'
import type { Programme } from '@trefoil/core/programme/programme'
import type { Pipeline } from '../db/pipeline.ts'
import type { AuditEntry } from '../members/audit.ts'
import type { RequestKey } from './request-key.ts'

/** One kind of thing that members do with money: what it touches, how it decides, what it writes. */
export type LedgerOperation<Order extends AnyOrder, Reply extends object, Note> = {
  /** Idempotency keys are remembered per member and reason. */
  readonly reason: Reason
  touches(order: Order): Touched
  /** A plan and what is answered once it is posted; or throws a refusal. */
  decide(ledger: OpenLedger, order: Order): Decision<Reply, Note>
  /** The operation's own rows, once per batch. Journals, entries and balance rows are written by the batch. */
  write?(pipeline: Pipeline, done: readonly Done<Note>[]): void
}

export type AnyOrder = {
  readonly key?: RequestKey | undefined
  /** Of an operator: written by the batch itself, so that no operation can forget it. */
  readonly audit?: AuditEntry | undefined
}

export type Touched = {
  readonly members: readonly MemberId[]
  /** Reads the balances of this member's sponsor and of the ten above too. */
  readonly uplineOf?: MemberId
  /** Reads the balances of whoever this names. */
  readonly named?: MemberName | undefined
}

/** How members name each other: by a private key, of which only the digest is known, or by a referral code. */
export type MemberName = { readonly by: 'key' | 'code'; readonly text: string }

export type Decision<Reply, Note> = { readonly plan: Plan; readonly reply: Reply; readonly note: Note }

/** `journalId` is that of the plan's first journal. */
export type Done<Note> = { readonly journalId: bigint; readonly note: Note }

/** The part of the ledger that the batch touches, as the orders before left it. */
export type OpenLedger = {
  readonly book: Book
  readonly programme: Programme
  readonly upline: (member: MemberId) => Upline
  /** Whom a name belongs to, if to anybody. */
  readonly named: (name: MemberName) => { readonly balances: MemberBalances; readonly name: string } | undefined
}
