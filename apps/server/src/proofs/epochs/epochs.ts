import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Chain } from '../../chain/chain.ts'
import { LOCKS, type Database, type Reader } from '../../db/database.ts'
import { repeatWhileLeading, type Step } from '../../db/leader-loop.ts'
import { runAsLeader } from '../../db/leader.ts'
import type { Lease } from '../../db/client-under-lease.ts'
import type { Leases } from '../../db/lease.ts'
import { reportWorkerStatus } from '../../db/worker-status.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { readInstallation } from '../installation.ts'
import { buildEpoch } from './build.ts'
import type { Built, Progress } from './build-order.ts'
import { CannotCount } from './cannot-count.ts'
import { describeCoverage } from './coverage.ts'
import { EPOCH_KEY_BYTES } from './epoch-key.ts'
import { findOutstanding } from './outstanding.ts'

/** The newest signed checkpoint of the log, which goes on the chain with an epoch. */
export type LogHead = { size: bigint; root: Uint8Array }

export type EpochContext = {
  db: Database
  chain: Chain
  keyring: Keyring
  databaseUrl: string
  /** Undefined: it does not hold this journal yet. */
  readLogHead: (db: Reader, journal: bigint) => Promise<LogHead | undefined>
  /** Waits so long until nothing is outstanding. An hour by default. */
  patienceMs?: number
  /** Of the process that counts. */
  lease?: Lease
  /** Whether counting gets a thread of its own, as it does unless told otherwise. */
  isApart?: boolean
}

const HOUR_MS = 3_600_000
/** Whoever starts a server wants to use it first. */
const AFTER_START_MS = 5000
const PROGRESS_EVERY_MS = 500
const LOG_EVERY_MS = 250
const REPORT_EVERY_MS = 5000
/** Leaves are kept so long. Roots stay. */
const EPOCHS_KEPT = 30

/** Counts what is owed on request and, if told so, once a day, in one of the processes that share the database. */
export const startEpochs = (
  context: EpochContext & { log: Logger; leases: Leases; countsDaily: boolean },
): { stop(): Promise<void> } =>
  runAsLeader(context, LOCKS.epochs, async (leadership) => {
    const since = Date.now()
    const { db, lease } = leadership
    await repeatWhileLeading({ ...context, db }, leadership, {
      name: 'epochs',
      complaint: 'no epoch is made',
      take: () =>
        stepEpochs(
          { ...context, db, lease },
          {
            signal: leadership.signal,
            mayBegin: context.countsDaily && Date.now() - since > AFTER_START_MS,
          },
        ),
    })
  })

/** Takes an epoch one state further. Whatever was interrupted is done again. */
export async function stepEpochs(
  context: EpochContext,
  { signal, mayBegin = true }: { signal?: AbortSignal; mayBegin?: boolean } = {},
): Promise<Step> {
  const { db, chain } = context
  if (!chain.attestations) return { more: false, figures: { configured: 0 } }
  const open = await db
    .selectFrom('epoch')
    .select(['number', 'state', 'asked_at'])
    .where('state', 'in', ['waiting', 'building', 'posting'])
    .executeTakeFirst()
  if (!open) {
    await forgetOldLeaves(db)
    const isBegun = mayBegin && (await beginIfDue(db))
    return { more: isBegun, ...(await report(context)) }
  }
  if (open.state === 'waiting') return { more: await stopWaiting(context, open), ...(await report(context)) }
  if (open.state === 'building') {
    await build(context, open.number, signal)
    return { more: true, ...(await report(context)) }
  }
  // The sender posts it, and looks at what the contract stored.
  return { more: false, ...(await report(context)) }
}

/** A day after the last one was asked for; after a failure, in an hour. */
async function beginIfDue(db: Database): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into epoch (number) select coalesce(max(number), 0) + 1 from epoch
    having not exists (
      select from (select state, asked_at from epoch order by number desc limit 1) newest
      where asked_at > now() - case when state = 'failed' then interval '1 hour' else interval '1 day' end)
    on conflict do nothing`.execute(db)
  return numAffectedRows > 0n
}

type Waiting = { number: number; asked_at: Date }

async function stopWaiting(context: EpochContext, { number, asked_at }: Waiting): Promise<boolean> {
  const { db, chain, patienceMs = HOUR_MS } = context
  const next = await followContract(context, number)
  const outstanding = await findOutstanding({ db, chain })
  const isPatient = Date.now() - asked_at.getTime() < patienceMs
  if (outstanding !== undefined && isPatient) {
    await db
      .updateTable('epoch')
      .set({ why: `It waits: ${outstanding}` })
      .where('number', '=', next)
      .execute()
    return false
  }
  await db
    .updateTable('epoch')
    .set({ state: 'building', began_at: sql<Date>`now()`, why: null, outstanding: outstanding ?? null })
    .where('number', '=', next)
    .where('state', '=', 'waiting')
    .execute()
  return true
}

/** The contract takes only rising numbers, and may know some that a restored database has lost. */
async function followContract({ db, chain }: EpochContext, number: number): Promise<number> {
  const { latest } = await chain.attestationAnswers(number)
  const known = Number(BigInt(latest.slice(0, 2 + 64)))
  if (known < number) return number
  await db
    .updateTable('epoch')
    .set({ number: known + 1 })
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .execute()
  return known + 1
}

/** From the beginning after an interruption: nothing of it was posted. */
async function build(context: EpochContext, epoch: number, signal?: AbortSignal): Promise<void> {
  const { db, keyring, databaseUrl, lease, isApart = true } = context
  const key = randomBytes(EPOCH_KEY_BYTES)
  const installation = await readInstallation(db)
  // It may take longer than health waits for a report.
  const alive = setInterval(() => {
    void report(context)
      .then((news) => reportWorkerStatus(db, 'epochs', news))
      .catch(() => {})
  }, REPORT_EVERY_MS)
  try {
    const built = await buildEpoch(
      { databaseUrl, epoch, installation, key, privateKeys: keyring.keysTo('private key'), ...(lease && { lease }) },
      { ...(signal && { signal }), progress: noting(db, epoch), isApart },
    )
    const log = await waitForLog(context, { epoch, journal: built.journal, signal })
    await keepBuilt(db, { epoch, built, log, keyBox: sealKey(keyring, key) })
  } catch (error) {
    if (!(error instanceof CannotCount)) throw error
    await db
      .updateTable('epoch')
      .set({ state: 'failed', why: error.message })
      .where('number', '=', epoch)
      .where('state', '=', 'building')
      .execute()
  } finally {
    clearInterval(alive)
  }
}

type LogAwaited = { epoch: number; journal: bigint; signal: AbortSignal | undefined }

/** The log is built behind the books, and what the contract gets of it has to hold what they held. */
async function waitForLog({ db, readLogHead }: EpochContext, { epoch, journal, signal }: LogAwaited): Promise<LogHead> {
  for (let isNoted = false; ; isNoted = true) {
    signal?.throwIfAborted()
    const log = await readLogHead(db, journal)
    if (log) return log
    if (!isNoted)
      await db
        .updateTable('epoch')
        .set({ why: `It waits: journal ${journal} is not in the signed log` })
        .where('number', '=', epoch)
        .where('state', '=', 'building')
        .execute()
    await sleep(LOG_EVERY_MS, undefined, { signal })
  }
}

export const sealKey = (keyring: Keyring, key: Buffer): Buffer => keyring.seal('epoch key', key.toString('base64url'))

type Kept = { epoch: number; built: Built; log: LogHead; keyBox: Buffer }

async function keepBuilt(db: Database, { epoch, built, log, keyBox }: Kept): Promise<void> {
  const { journal, at, depth, leaves, root, total, owners, unnamed } = built
  await db
    .updateTable('epoch')
    .set({
      state: 'posting',
      why: null,
      journal,
      at,
      depth,
      leaves,
      total,
      owners,
      counted: owners,
      root: Buffer.from(root),
      log_size: log.size,
      log_root: Buffer.from(log.root),
      key_box: keyBox,
      built_at: sql<Date>`now()`,
      ...(unnamed > 0 && { outstanding: sql<string>`concat_ws(', ', outstanding, ${describeUnnamed(unnamed)}::text)` }),
    })
    .where('number', '=', epoch)
    .where('state', '=', 'building')
    .execute()
}

const describeUnnamed = (unnamed: number): string =>
  `${unnamed} member${unnamed === 1 ? '' : 's'} whose private key could not be opened: counted, but unable to check it`

function noting(db: Database, epoch: number): (progress: Progress) => void {
  let notedAt = 0
  return ({ counted, owners }) => {
    if (Date.now() - notedAt < PROGRESS_EVERY_MS) return
    notedAt = Date.now()
    // Only for people to watch.
    void db
      .updateTable('epoch')
      .set({ counted, owners })
      .where('number', '=', epoch)
      .where('state', '=', 'building')
      .execute()
      .catch(() => {})
  }
}

async function forgetOldLeaves(db: Database): Promise<void> {
  const last = sql<number>`(
    select number from epoch where state = 'anchored' order by number desc offset ${EPOCHS_KEPT} limit 1)`
  await db.deleteFrom('epoch_nodes').where('epoch', '<=', last).execute()
  await db.deleteFrom('epoch_owners').where('epoch', '<=', last).execute()
}

/** What operators have to know: the newest one failed, or does not cover what is owed. */
async function report({ db, chain }: EpochContext): Promise<Pick<Step, 'figures' | 'trouble'>> {
  const rows = await db
    .selectFrom('epoch')
    .selectAll()
    .where('state', 'in', ['anchored', 'failed'])
    .orderBy('number', 'desc')
    .limit(1)
    .execute()
  const [newest] = rows
  const figures = { configured: 1, epoch: newest?.number ?? 0 }
  if (!newest) return { figures }
  if (newest.state === 'failed') return { figures, trouble: `Epoch ${newest.number} failed: ${newest.why}` }
  const { isCovered, sentence } = describeCoverage(newest, chain.decimals)
  return { figures, trouble: isCovered ? undefined : `Epoch ${newest.number}: ${sentence}` }
}
