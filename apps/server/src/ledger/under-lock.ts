import { randomUUID } from 'node:crypto'
import { Book } from '@trefoil/core/ledger/book'
import { systemAccount, type SystemAccountKind } from '@trefoil/core/ledger/account'
import type { SystemBalance } from '@trefoil/core/ledger/member-balances'
import type { Usd } from '@trefoil/core/money'
import { causesFrom, type Cause, type CauseState } from '@trefoil/core/programme/choose-cause'
import { readProgramme, type ProgrammeRecord } from '@trefoil/core/programme/programme-record'
import type { Programme } from '@trefoil/core/programme/programme'
import type pg from 'pg'
import { Pipeline } from '../db/pipeline.ts'
import { IS_WRITABLE } from '../db/writable.ts'
import { isUndone } from './busy.ts'
import { texts, numbers } from './columns.ts'
import { decideBatch } from './decide-batch.ts'
import { askForFacts, type Facts } from './facts.ts'
import type { Head, Kept } from './kept.ts'
import { lockLedger } from './ledger-lock.ts'
import { openLedger } from './open-ledger.ts'
import type { Outcome, Placed } from './operation.ts'
import { readReversalFacts, reversalParameters, type ReversalRow } from './reversal-facts.ts'
import { readSentInDay, type SentRow } from './sent-in-day.ts'
import type { Tail } from './tail-guard.ts'
import { readWithdrawnLately, type WithdrawnRow } from './withdrawn-lately.ts'
import { changesOf, tailOf, withChanges, writeBatch } from './write-batch.ts'

const statements = {
  begin: { name: 'begin', text: 'begin isolation level read committed' },
  // One row per system account, a cause's with its cause. Repeating the other columns in each row costs less than separate statements.
  state: {
    name: 'state',
    text: `select account, owner, balance, sequence, slug, name, state, last_journal, version, rules, batch, lineage,
        stopped_by, agreement_turn, waiting_hours, recovering, now() as now
      from system_account left join cause on cause.id = -owner, ledger_state,
      (select coalesce(max(id), 0) as last_journal from journal) newest,
      (select version, case when version = $1::int then null else rules end as rules from programme
        where active_from <= now() order by version desc limit 1) in_force`,
  },
  references: { name: 'references', text: 'select reference from journal where reference = any($1::text[])' },
  leases: { name: 'leases', text: 'select lock, token from lease where lock = any($1::int[])' },
  moveOn: { name: 'move on', text: 'update ledger_state set batch = $1::uuid' },
  commit: { name: 'commit', text: 'commit' },
  rollback: { name: 'rollback', text: 'rollback' },
  writable: { name: 'writable', text: `select ${IS_WRITABLE} as writable` },
}

/** Takes the lock, writes nothing. */
export async function canPost(client: pg.ClientBase): Promise<boolean> {
  const pipeline = new Pipeline(client)
  pipeline.send(lockLedger)
  const found = pipeline.send<{ writable: boolean }>(statements.writable)
  await pipeline.flush()
  return found.rows[0]?.writable === true
}

/** The database rolled the transaction back: nothing of the batch is written. */
export class BatchUndone extends Error {}

/**
 * One transaction in two pipelines: everything is read under the ledger's lock, then decided and written. Outcomes are in
 * the order of the orders. Even refusals wait for the commit, because they may depend on earlier orders. `acknowledged`:
 * the last journal of this process whose commit has been confirmed.
 */
export async function postUnderLock(
  client: pg.ClientBase,
  { kept, acknowledged }: { kept: Kept; acknowledged?: Tail | undefined },
  placed: readonly Placed[],
): Promise<{ outcomes: (Outcome | undefined)[]; tail?: Tail | undefined }> {
  const { head, isStopped, facts, book, ledger, tokens } = await readUnderLock(client, kept, placed)
  const decided = decideBatch(placed, {
    ledger,
    lastJournal: head.lastJournal,
    rememberedBefore: (under) => facts.remembered.get(under),
    hasEnded: (session) => facts.endedSessions.has(session),
    isLate: ({ lock, token }) => tokens.get(lock) !== token,
    isStopped,
  })
  if (isStopped) {
    await rollBack(client)
    return { outcomes: decided.outcomes }
  }
  const changes = changesOf(book, { members: facts.members, system: head.system })
  const next = decided.done.size > 0 ? { ...head, batch: randomUUID() } : head

  const pipeline = new Pipeline(client)
  if (next !== head) pipeline.send(statements.moveOn, [next.batch])
  writeBatch(pipeline, changes, { decided, acknowledged })
  await commit(pipeline)

  kept.replace(facts.members.values())
  kept.addUplines(facts.uplines)
  kept.addNames(facts.named)
  kept.addDoubts(placed, facts)
  kept.moveOn(
    {
      ...next,
      lastJournal: head.lastJournal + BigInt(decided.numbered.length),
      system: withChanges(head.system, changes),
    },
    changes.members,
    decided.remembered,
  )
  return { outcomes: decided.outcomes, tail: tailOf(decided, head.lineage) }
}

async function rollBack(client: pg.ClientBase): Promise<void> {
  const pipeline = new Pipeline(client)
  pipeline.send(statements.rollback)
  await pipeline.flush()
}

async function readUnderLock(client: pg.ClientBase, kept: Kept, placed: readonly Placed[]) {
  const senders = placed.flatMap(({ touched }) => touched.sender ?? [])
  const references = placed.flatMap(({ touched }) => touched.references ?? [])

  const pipeline = new Pipeline(client)
  pipeline.send(statements.begin)
  pipeline.send(lockLedger)
  const state = pipeline.send<StateRow>(statements.state, [kept.programme?.version ?? 0])
  const collect = askForFacts(pipeline, placed)
  const posted =
    references.length > 0 ? pipeline.send<{ reference: string }>(statements.references, [texts(references)]) : undefined
  const sent = senders.length > 0 ? pipeline.send<SentRow>(readSentInDay, [numbers(senders)]) : undefined
  const withdrawers = placed.flatMap(({ touched }) => touched.withdrawer ?? [])
  const withdrawn =
    withdrawers.length > 0
      ? pipeline.send<WithdrawnRow>(readWithdrawnLately, [numbers([...new Set(withdrawers)])])
      : undefined
  const locks = placed.flatMap(({ order }) => order.lease?.lock ?? [])
  const leases =
    locks.length > 0 ? pipeline.send<{ lock: number; token: string }>(statements.leases, [numbers(locks)]) : undefined
  const reversals = placed.flatMap(({ touched: { reversing } }) =>
    reversing
      ? { of: reversing.id, result: pipeline.send<ReversalRow>(readReversalFacts, reversalParameters(reversing)) }
      : [],
  )
  await pipeline.flush()

  const facts: Facts = collect()
  const { now, ...head } = headFrom(kept, state.rows)
  const book = new Book({
    memberBalances: Array.from(facts.members.values(), ({ balances }) => balances),
    system: head.system.values(),
    posted: posted?.rows.map(({ reference }) => reference) ?? [],
  })
  const ledger = openLedger({
    book,
    programme: head.programme,
    causes: head.causes,
    consent: head.consent,
    isRecovering: head.isRecovering,
    member: (member) => facts.members.get(member),
    upline: (member) => facts.uplines.get(member),
    named: (form) => facts.named.get(form),
    underLock: {
      sent: new Map(sent?.rows.map((row) => [row.id, row])),
      withdrawn: new Map(withdrawn?.rows.map((row) => [row.id, row])),
      reversals: new Map(reversals.map(({ of, result }) => [of, result.rows[0]])),
      now,
    },
  })
  const tokens = new Map(leases?.rows.map(({ lock, token }) => [lock, token]))
  const isStopped = state.rows.some(({ stopped_by }) => stopped_by !== null)
  return { head, isStopped, facts, book, ledger, tokens }
}

type ProgrammeRow = { version: number; rules: ProgrammeRecord | null }
type StateRow = ProgrammeRow & {
  account: SystemAccountKind
  owner: number
  balance: Usd
  sequence: bigint
  slug: string | null
  name: string | null
  state: CauseState | null
  last_journal: bigint
  batch: string
  lineage: number
  stopped_by: number | null
  agreement_turn: number
  waiting_hours: number
  recovering: boolean
  now: Date
}

function headFrom(kept: Kept, rows: readonly StateRow[]): Head & { now: Date } {
  const [first] = rows
  if (!first) throw new Error('No programme is in force')
  return {
    batch: first.batch,
    lastJournal: first.last_journal,
    lineage: first.lineage,
    system: new Map(rows.map(systemBalanceFrom)),
    causes: causesFrom(rows.flatMap(causeFrom)),
    consent: { turn: first.agreement_turn, waitingHours: first.waiting_hours },
    isRecovering: first.recovering,
    now: first.now,
    programme: programmeFrom(kept, first),
  }
}

function systemBalanceFrom(row: StateRow): [string, SystemBalance] {
  const account = systemAccount(row.account, row.owner)
  return [account.name, { account, balance: row.balance, sequence: Number(row.sequence) }]
}

function causeFrom({ account, owner, slug, name, state }: StateRow): Cause[] {
  if (account !== 'cause') return []
  if (slug === null || name === null || state === null) throw new Error(`The account of cause ${-owner} is nobody's`)
  return [{ id: -owner, slug, name, state }]
}

function programmeFrom(kept: Kept, { version, rules }: ProgrammeRow): Programme {
  const programme = rules ? readProgramme(version, rules) : kept.programme
  if (programme?.version !== version) throw new Error(`Version ${version} of the programme was not read`)
  kept.programme = programme
  return programme
}

async function commit(pipeline: Pipeline): Promise<void> {
  const end = pipeline.send(statements.commit)
  try {
    await pipeline.flush()
  } catch (error) {
    // After a failed write nothing else runs, not even the commit. If the connection broke, the commit may have
    // happened.
    if (end.command === undefined && isUndone(error)) throw new BatchUndone('A write failed', { cause: error })
    if (end.command !== 'COMMIT') throw error
  }
  // In a failed transaction, COMMIT succeeds with the tag ROLLBACK.
  if (end.command !== 'COMMIT') throw new BatchUndone('The commit became a rollback')
}
