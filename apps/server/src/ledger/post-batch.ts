import { Refusal } from '@trefoil/core/refusal'
import type { Posting } from '@trefoil/core/ledger/book'
import pg from 'pg'
import { Pipeline } from '../db/pipeline.ts'
import { writeAuditEntries, type AuditEntry } from '../members/audit.ts'
import type { AnyOrder, Decision, LedgerOperation, Done, OpenLedger } from './operation.ts'
import { readBatch, rememberedUnder, type KnownProgramme, type Remembered } from './read-batch.ts'
import { announce, writeJournals, writeMemberBalances, writeSystemAccounts, type Numbered } from './write-batch.ts'

/** An order of any kind. Only its own operation knows its type. */
export type Placed = { readonly operation: LedgerOperation<AnyOrder, object, unknown>; readonly order: AnyOrder }

export type Outcome = { readonly reply: object } | { readonly refusal: unknown }

const commit = { name: 'commit', text: 'commit' }

/** The database rolled the transaction back: nothing of the batch is written. */
export class BatchUndone extends Error {}

/**
 * One transaction in two pipelines. Outcomes are in the order of the orders. Even refusals wait for the commit, because
 * they may depend on earlier orders.
 */
export async function postBatch(
  client: pg.ClientBase,
  known: KnownProgramme,
  placed: readonly Placed[],
): Promise<Outcome[]> {
  const reading = await readBatch(
    new Pipeline(client),
    known,
    placed.map(({ operation, order }) => ({
      touched: operation.touches(order),
      operation: operation.reason,
      key: order.key,
    })),
  )
  const decided = decideAll(placed, reading)
  const pipeline = new Pipeline(client)
  writeAll(pipeline, reading.ledger, decided)
  const end = pipeline.send(commit)
  try {
    await pipeline.flush()
  } catch (error) {
    // After a failed write nothing else runs, not even the commit. If the connection broke, the commit may have
    // happened.
    if (end.command === undefined && error instanceof pg.DatabaseError && !isEndOfConnection(error))
      throw new BatchUndone('A write failed', { cause: error })
    if (end.command !== 'COMMIT') throw error
  }
  // In a failed transaction, COMMIT succeeds with the tag ROLLBACK.
  if (end.command !== 'COMMIT') throw new BatchUndone('The commit became a rollback')
  return decided.outcomes
}

const isEndOfConnection = ({ code }: pg.DatabaseError): boolean => /^(08|57P)/.test(code ?? '')

type Decided = {
  outcomes: Outcome[]
  numbered: Numbered[]
  done: Map<Placed['operation'], Done<unknown>[]>
  audit: AuditEntry[]
}

function decideAll(
  placed: readonly Placed[],
  { ledger, remembered, lastJournal }: Awaited<ReturnType<typeof readBatch>>,
): Decided {
  const decided: Decided = { outcomes: [], numbered: [], done: new Map(), audit: [] }
  let nextId = lastJournal
  for (const one of placed) {
    try {
      const under = one.order.key && rememberedUnder(one.order.key.member, one.operation.reason, one.order.key.key)
      const before = under === undefined ? undefined : remembered.get(under)
      if (before) {
        decided.outcomes.push({ reply: repeated(ledger, before, one) })
        continue
      }
      const { decision, postings } = decide(ledger, one)
      const firstId = nextId + 1n
      const text = one.order.key && JSON.stringify(one.operation.repeat?.keep(decision.reply) ?? decision.reply)
      for (const [index, posting] of postings.entries()) {
        const key = index === 0 ? one.order.key : undefined
        nextId += 1n
        decided.numbered.push({ id: nextId, posting, remembered: key && text ? { key, reply: text } : undefined })
      }
      if (one.order.key && under !== undefined && text) remembered.set(under, { hash: one.order.key.hash, reply: text })
      const done = decided.done.get(one.operation) ?? []
      done.push({ journalId: firstId, note: decision.note })
      decided.done.set(one.operation, done)
      if (one.order.audit) decided.audit.push(one.order.audit)
      decided.outcomes.push({ reply: decision.reply })
    } catch (error) {
      decided.outcomes.push({ refusal: error })
    }
  }
  return decided
}

function repeated(ledger: OpenLedger, before: Remembered, { operation, order }: Placed): object {
  if (before.hash !== order.key?.hash)
    throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another request')
  const kept = JSON.parse(before.reply) as object
  return operation.repeat?.recall(ledger, order, kept) ?? kept
}

function decide(
  ledger: OpenLedger,
  { operation, order }: Placed,
): { decision: Decision<object, unknown>; postings: Posting[] } {
  const decision = operation.decide(ledger, order)
  return { decision, postings: ledger.book.post(decision.plan) }
}

function writeAll(pipeline: Pipeline, { book }: OpenLedger, { numbered, done, audit }: Decided): void {
  const last = numbered.at(-1)
  const changes = book.changes()
  if (last) {
    writeJournals(pipeline, numbered)
    writeMemberBalances(pipeline, changes)
  }
  for (const [operation, notes] of done) operation.write?.(pipeline, notes)
  writeAuditEntries(pipeline, audit)
  writeSystemAccounts(pipeline, changes)
  // An operation that moved nothing, such as closing empty accounts, is no news to anybody.
  if (!last) return
  announce(pipeline, { lastJournal: last.id, members: changes.memberBalances.map(({ member }) => member) })
}
