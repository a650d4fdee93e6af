import { randomUUID } from 'node:crypto'
import type { MemberId } from '@trefoil/core/ledger/account'
import { Book } from '@trefoil/core/ledger/book'
import type pg from 'pg'
import { Pipeline } from '../db/pipeline.ts'
import { IS_OPEN } from '../db/session-times.ts'
import { isNamed, type KeptBalances } from './balance-row.ts'
import { words } from './columns.ts'
import { decideBatch } from './decide-batch.ts'
import { askForFacts, membersIn, type Facts, type Named } from './facts.ts'
import type { Head, Kept } from './kept.ts'
import { lockLedger } from './ledger-lock.ts'
import { openLedger } from './open-ledger.ts'
import type { Outcome, Placed } from './operation.ts'
import type { Tail } from './tail-guard.ts'
import { changesOf, checkBalances, tailOf, withChanges, writeBatch } from './write-batch.ts'

/** What was looked up for an order when it arrived, outside the lock. */
export type LookedUp = Pick<Facts, 'named' | 'remembered' | 'endedSessions'> & {
  /** Nothing was: the batch asserts that the session is open, and that the key is new. */
  readonly isAssumed?: true
}

/** For an order of which everything else is at hand. */
export const ASSUMED: LookedUp = {
  named: new Map(),
  remembered: new Map(),
  endedSessions: new Set(),
  isAssumed: true,
}

export type Prepared = Placed & { readonly facts: LookedUp }

const statements = {
  // A programme comes into force by the passing of time, of which the database's clock decides.
  moveOn: {
    name: 'move on if nothing has changed',
    text: `with moved as (
        update ledger_state set batch = $1::uuid where batch = $2::uuid and stopped_by is null and $3::int =
          (select version from programme where active_from <= now() order by version desc limit 1) returning 1)
      select ledger_has_changed() where not exists (select from moved)`,
  },
  check: {
    name: 'check that nothing has changed',
    text: `select ledger_has_changed() where not exists (select from ledger_state where batch = $1::uuid
      and stopped_by is null and $2::int = (select version from programme where active_from <= now() order by version desc limit 1))`,
  },
  sessions: {
    name: 'check that sessions are open',
    text: `select balances_have_changed() where exists (select from unnest($1::uuid[]) as asked (id) where not exists (
      select from session join account on account.id = account_id where session.id = asked.id and ${IS_OPEN}))`,
  },
}

/** Looks up for all of them what is not at hand. */
export async function lookUp(client: pg.ClientBase, kept: Kept, placed: readonly Placed[]): Promise<LookedUp> {
  const pipeline = new Pipeline(client)
  const collect = askForFacts(pipeline, placed, kept)
  await pipeline.flush()
  const { members, uplines, named, remembered, endedSessions } = collect()
  for (const read of members.values()) kept.admit(read)
  kept.addUplines(uplines)
  kept.addNames(named)
  kept.addDoubts(placed, { remembered, endedSessions })
  return { named, remembered, endedSessions }
}

/**
 * Outcomes hold once `sent` resolves. Without an outcome, the order needs the lock. `unsure`: it would be refused, unless
 * it was posted before under the same key, which has to be looked up. `touched`: whose rows it was decided upon. `tail`:
 * the last journal, if there is one.
 */
export type Ahead = {
  readonly outcomes: (Outcome | 'unsure' | undefined)[]
  readonly sent: Promise<void>
  readonly touched: Iterable<MemberId>
  readonly tail: Tail | undefined
}

/** `acknowledged`: the last journal of this process whose commit has been confirmed. */
type Basis = { readonly kept: Kept; readonly head: Head; readonly acknowledged?: Tail | undefined }

/**
 * Decides a batch upon what the process keeps, and sends it as one message, which is one transaction: it writes all if
 * nothing has changed since, or nothing. What the process keeps then includes its effects, so that the next one can be
 * decided and sent before this one is acknowledged.
 */
export function postAhead(
  client: pg.ClientBase,
  { kept, head, acknowledged }: Basis,
  placed: readonly Prepared[],
): Ahead {
  const members = new Map<MemberId, KeptBalances>()
  const namedHere = new Map<string, Named>()
  const ready = placed.map((one) => isAtHand(one, kept, { members, named: namedHere }))
  const facts = new Set(placed.map((one) => one.facts))
  const book = new Book({
    memberBalances: Array.from(members.values(), ({ balances }) => balances),
    system: head.system.values(),
  })
  const ledger = openLedger({
    book,
    programme: head.programme,
    causes: head.causes,
    consent: head.consent,
    isRecovering: head.isRecovering,
    member: (member) => members.get(member),
    upline: (member) => kept.uplineOf(member),
    named: (form) => namedHere.get(form),
  })
  const decidable = placed.filter((_, index) => ready[index])
  const decided = decideBatch(decidable, {
    ledger,
    lastJournal: head.lastJournal,
    rememberedBefore: (under) => kept.rememberedUnder(under) ?? first(facts, ({ remembered }) => remembered.get(under)),
    hasEnded: (session) => first(facts, ({ endedSessions }) => endedSessions.has(session) || undefined) ?? false,
  })
  const verdicts = decided.outcomes.map((outcome, index) =>
    outcome && 'refusal' in outcome && isUnsure(decidable[index]) ? 'unsure' : outcome,
  )
  const changes = changesOf(book, { members, system: head.system })

  const pipeline = new Pipeline(client)
  if (decided.done.size > 0) {
    const batch = randomUUID()
    pipeline.send(lockLedger)
    pipeline.send(statements.moveOn, [batch, head.batch, head.programme.version])
    writeBatch(pipeline, changes, { decided, acknowledged })
    const lastJournal = head.lastJournal + BigInt(decided.numbered.length)
    const system = withChanges(head.system, changes)
    kept.moveOn({ ...head, batch, lastJournal, system }, changes.members, decided.remembered)
  } else {
    // Only refusals and repeats. They too hold only if nothing has changed.
    pipeline.send(statements.check, [head.batch, head.programme.version])
    checkBalances(pipeline, changes.unchanged)
  }
  const sessions = decidable.flatMap(({ facts: { isAssumed }, order }) => (isAssumed && order.session) || [])
  if (sessions.length > 0) pipeline.send(statements.sessions, [words(sessions)])
  const outcomes = verdicts.values()
  return {
    outcomes: ready.map((isReady) => (isReady ? outcomes.next().value : undefined)),
    sent: pipeline.flush(),
    touched: members.keys(),
    tail: tailOf(decided, head.lineage),
  }
}

const isUnsure = (one: Prepared | undefined): boolean => one?.facts.isAssumed === true && one.order.key !== undefined

type Touching = { readonly members: Map<MemberId, KeptBalances>; readonly named: Map<string, Named> }

/** Adds whom the order touches and names, if all of them are at hand and still have the names that it uses. */
function isAtHand({ touched, facts }: Prepared, kept: Kept, { members, named }: Touching): boolean {
  const upline = touched.uplineOf === undefined ? undefined : kept.uplineOf(touched.uplineOf)
  if (touched.uplineOf !== undefined && !upline) return false
  const find = (id: MemberId): KeptBalances | undefined => {
    const found = members.get(id) ?? kept.member(id)
    if (found) members.set(id, found)
    return found
  }
  let isAnyoneNamed = false
  for (const form of touched.named?.texts ?? []) {
    const found = facts.named.get(form) ?? kept.named(form)
    if (!found) continue
    isAnyoneNamed = true
    const row = find(found.member)
    if (!row || !isNamed(row, form)) return false
    named.set(form, { member: found.member, name: row.name })
  }
  if (facts.isAssumed && touched.named && !isAnyoneNamed) return false
  return touched.members.every(find) && (!upline || membersIn(upline).every(find))
}

function first<Item, Value>(items: Iterable<Item>, find: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
