import { noSession } from '@trefoil/core/identity/no-session'
import { Refusal } from '@trefoil/core/refusal'
import type { Posting } from '@trefoil/core/ledger/book'
import type { Lease } from '../db/client-under-lease.ts'
import type { AuditEntry } from '../members/audit.ts'
import { rememberedUnder, type Remembered } from './facts.ts'
import type { Decision, Done, OpenLedger, Outcome, Placed } from './operation.ts'
import { postingStopped } from './posting-stop.ts'
import type { RequestKey } from './request-key.ts'

/** A posted plan with its journal id and what is stored for its idempotency key. */
export type Numbered = {
  readonly id: bigint
  readonly posting: Posting
  readonly remembered: { readonly key: RequestKey; readonly reply: string } | undefined
}

/** Thrown by a decision that needs what only the ledger's lock makes sure of. */
export class NeedsLock extends Error {}

export type Decided = {
  /** In the order of the orders. Undefined for those that need the lock. */
  outcomes: (Outcome | undefined)[]
  numbered: Numbered[]
  done: Map<Placed['operation'], Done<unknown>[]>
  audit: AuditEntry[]
  /** What is remembered from now on. */
  remembered: Map<string, Remembered>
}

type Basis = {
  ledger: OpenLedger
  lastJournal: bigint
  /** What was remembered before this batch. */
  rememberedBefore: (under: string) => Remembered | undefined
  hasEnded: (session: string) => boolean
  /** Whether another process leads by now. Absent when the batch is decided ahead. */
  isLate?: (lease: Lease) => boolean
  /** Nothing new is posted; what was is answered. Absent when the batch is decided ahead: that it is not, the batch asserts. */
  isStopped?: boolean
}

/** One order after the other: each sees the effects of those before it. */
export function decideBatch(placed: readonly Placed[], basis: Basis): Decided {
  const { ledger, lastJournal, rememberedBefore, hasEnded, isLate, isStopped } = basis
  const decided: Decided = { outcomes: [], numbered: [], done: new Map(), audit: [], remembered: new Map() }
  for (const one of placed) {
    try {
      if (one.order.session !== undefined && hasEnded(one.order.session)) throw noSession()
      if (one.order.lease) refuseLate(one.order.lease, isLate)
      const under = one.order.key && rememberedUnder(one.order.key, one.operation.reason)
      const before = under === undefined ? undefined : (decided.remembered.get(under) ?? rememberedBefore(under))
      if (!before && isStopped) throw postingStopped()
      const outcome = before
        ? { reply: repeated(ledger, before, one) }
        : post(decided, { ledger, lastJournal, under }, one)
      decided.outcomes.push(outcome)
    } catch (error) {
      decided.outcomes.push(error instanceof NeedsLock ? undefined : { refusal: error })
    }
  }
  return decided
}

function refuseLate(lease: Lease, isLate: Basis['isLate']): void {
  if (!isLate) throw new NeedsLock()
  if (isLate(lease)) throw new Error('Another process leads by now')
}

type Place = Pick<Basis, 'ledger' | 'lastJournal'> & { under: string | undefined }

function post(decided: Decided, { ledger, lastJournal, under }: Place, one: Placed): Outcome {
  const { operation, order } = one
  const { decision, postings } = decide(ledger, one)
  const { key, audit } = order
  const text = key && JSON.stringify(operation.repeat?.keep(decision.reply) ?? decision.reply)
  const firstId = lastJournal + BigInt(decided.numbered.length) + 1n
  for (const [index, posting] of postings.entries()) {
    const remembered = index === 0 && key && text ? { key, reply: text } : undefined
    decided.numbered.push({ id: firstId + BigInt(index), posting, remembered })
  }
  if (key && under !== undefined && text) decided.remembered.set(under, { hash: key.hash, reply: text })
  const done = decided.done.get(operation) ?? []
  done.push({ journalId: firstId, note: decision.note })
  decided.done.set(operation, done)
  if (audit) decided.audit.push(audit)
  return { reply: decision.reply, journal: postings.length > 0 ? firstId : undefined }
}

function decide(
  ledger: OpenLedger,
  { operation, order }: Placed,
): { decision: Decision<object, unknown>; postings: Posting[] } {
  const decision = operation.decide(ledger, order)
  return { decision, postings: ledger.book.post(decision.plan) }
}

function repeated(ledger: OpenLedger, before: Remembered, { operation, order }: Placed): object {
  if (before.hash !== order.key?.hash)
    throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another request')
  const kept = JSON.parse(before.reply) as object
  return operation.repeat?.recall(ledger, order, kept) ?? kept
}
