import type { Turns } from '@trefoil/core/consent/agreement'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Book, Plan } from '@trefoil/core/ledger/book'
import type { Reason } from '@trefoil/core/ledger/journal'
import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Usd } from '@trefoil/core/money'
import type { Causes } from '@trefoil/core/programme/choose-cause'
import type { Upline } from '@trefoil/core/programme/division'
import type { SenderFacts } from '@trefoil/core/programme/may-send'
import type { ReversalFacts } from '@trefoil/core/programme/plan-reversal'
import type { Programme } from '@trefoil/core/programme/programme'
import type { Lease } from '../db/client-under-lease.ts'
import type { Pipeline } from '../db/pipeline.ts'
import type { AuditEntry } from '../members/audit.ts'
import type { RequestKey } from './request-key.ts'
import type { Original } from './reversal-facts.ts'

/** One kind of money change: what it touches, how it decides, what it writes. */
export type LedgerOperation<Order extends AnyOrder, Reply extends object, Note> = {
  /** Idempotency keys are remembered per member and reason. */
  readonly reason: Reason
  /** The member who asked for it, if one did: so many orders of one member may wait, and no more. */
  askedBy?(order: Order): MemberId | undefined
  touches(order: Order): Touched
  /** Its decision needs nothing but what is looked up on arrival and kept: see `ahead.ts`. Otherwise it waits for the lock. */
  readonly isDecidedAhead?: true
  /** Returns a plan and the reply to send once it is posted, or throws a refusal. */
  decide(ledger: OpenLedger, order: Order): Decision<Reply, Note>
  /**
   * For a reply that names somebody: what is kept of it for a repeat under the same key, and the same reply again. Names
   * are read anew, so that none is kept.
   */
  readonly repeat?: {
    keep(reply: Reply): object
    recall(ledger: OpenLedger, order: Order, kept: object): Reply
  }
  /** Writes the operation's own rows, once per batch. The batch itself writes journals, entries and balance rows. */
  write?(pipeline: Pipeline, done: readonly Done<Note>[]): void
}

/** An order of any kind. Only its own operation knows its type. */
export type Placed = {
  readonly operation: LedgerOperation<AnyOrder, object, unknown>
  readonly order: AnyOrder
  readonly touched: Touched
}

/** `journal`: the first that was posted for it. None for a repeat, which its key leads to. */
export type Outcome = { readonly reply: object; readonly journal?: bigint | undefined } | { readonly refusal: unknown }

export type AnyOrder = {
  /** Its id, if a member's session asks. Unless that is open, the order is refused. */
  readonly session?: string | undefined
  readonly key?: RequestKey | undefined
  /** Of the request that asked for it, so that the log of whoever posts it leads back there. */
  readonly requestId?: string | undefined
  /** Present for operators' actions. The batch writes it, so that no operation can forget it. */
  readonly audit?: AuditEntry | undefined
  /** Present for what a leader posts. Once another process leads, the order is refused. */
  readonly lease?: Lease | undefined
}

export type Touched = {
  readonly members: readonly MemberId[]
  /** Also reads the balances of this member's sponsor and of the ten members above. */
  readonly uplineOf?: MemberId
  /** Also reads the balances of the member with this name. */
  readonly named?: MemberName | undefined
  /** Also reads what protects this member's money from being sent to others. */
  readonly sender?: MemberId
  /** Also reads what this member has withdrawn within 30 days. */
  readonly withdrawer?: MemberId
  /** Also looks up whether these were posted: a repeat is then refused before it can undo the batch. */
  readonly references?: readonly string[]
  /** Also reads what decides whether this journal can be reversed. */
  readonly reversing?: Original
}

/**
 * How members name each other: by private key, of which only the digest is stored, under one of the secret's versions,
 * or by referral code.
 */
export type MemberName = { readonly by: 'key' | 'code'; readonly texts: readonly string[] }

export type Decision<Reply, Note> = { readonly plan: Plan; readonly reply: Reply; readonly note: Note }

/** `journalId` is the id of the plan's first journal. */
export type Done<Note> = { readonly journalId: bigint; readonly note: Note }

/** The part of the ledger that the batch touches, with the effects of earlier orders. */
export type OpenLedger = {
  readonly book: Book
  readonly programme: Programme
  readonly causes: Causes
  /** The chain may know of payments to members that the books do not: see `payouts/recovery.ts`. */
  readonly isRecovering: boolean
  readonly upline: (member: MemberId) => Upline
  readonly nameOf: (member: MemberId) => string
  /** Until when a security hold keeps this member from giving anything away, if there is one. */
  readonly heldUntil: (member: MemberId) => Date | null
  /** What members are asked to agree to, and what this one did. */
  readonly agreement: (member: MemberId) => Turns
  /** From when on a newcomer may give. Null: now. */
  readonly donatesFrom: (member: MemberId) => Date | null
  /** The member with this name, if there is one. */
  readonly named: (name: MemberName) => { readonly balances: MemberBalances; readonly name: string } | undefined
  readonly sender: (member: MemberId) => SenderFacts
  /** Within 30 days. */
  readonly withdrawnLately: (member: MemberId) => Usd
  readonly reversal: (original: Original) => ReversalFacts
}
