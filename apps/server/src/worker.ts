import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { linkMails } from './auth/link-mails.ts'
import { deleteUnusedPictures } from './causes/pictures.ts'
import type { Chain } from './chain/chain.ts'
import { LOCKS, type Database } from './db/database.ts'
import type { Leases } from './db/lease.ts'
import { leadOnce } from './db/leader.ts'
import type { Outage } from './db/outage.ts'
import type { DepositAddresses } from './deposits/deposit-addresses.ts'
import { startScanner } from './deposits/scanner.ts'
import { makeDailyFacts } from './facts/make-facts.ts'
import type { Ledger } from './ledger/batch.ts'
import { CutShort, type Verdict } from './ledger/check.ts'
import { isFullRunDue, isLogRunDue } from './ledger/findings.ts'
import { verifyNews } from './ledger/verify-news.ts'
import { verifyInFull } from './ledger/verify.ts'
import { catchUpInbox } from './inbox/bring-forward.ts'
import { catchUpDonorNotices } from './inbox/notice-donors.ts'
import { cleanUpMails } from './mail/clean-up.ts'
import { deliverMails, type DeliveryContext } from './mail/deliver.ts'
import type { Mailer } from './mail/mailer.ts'
import { deleteExpiredStatements, makeStatements } from './documents/make-statements.ts'
import { deleteExpiredExports, makeExports } from './own-data/make-exports.ts'
import type { Keyring } from './secrets/keyring.ts'
import { startEpochs } from './proofs/epochs/epochs.ts'
import { startSender } from './payouts/sender.ts'
import { startReconciler } from './reserves/reconciler.ts'
import { startLogBuilder } from './proofs/log/builder.ts'
import { readLogHead } from './proofs/log/head.ts'
import type { LogKey } from './proofs/log/key-file.ts'
import { verifyLogNightly } from './proofs/log/verify-log-nightly.ts'
import type { Screening } from './screening/screening.ts'
import { deleteOldCases } from './support/delete-old.ts'
import { catchUpReports } from './reports/bring-forward.ts'
import { unhurried } from './unhurried.ts'
import { cleanUpWebhooks } from './webhooks/clean-up.ts'
import { collectEvents } from './webhooks/collect.ts'
import { openWebhooks } from './webhooks/deliver.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const MAILS_EVERY_MS = 1000
const EXPORTS_EVERY_MS = 1000
const WEBHOOKS_EVERY_MS = 1000
const INBOX_EVERY_MS = 10_000
/** Time for running jobs to finish: above all, to record a mail as sent. */
const STOP_MS = 5000

const PACE = { stuckMs: MINUTE_MS, resendMs: 15_000 }
const SWEEPS = { addressesMax: 100, minUnits: 100_000n, everyMs: 10 * MINUTE_MS }

export type WorkerContext = {
  chain: Chain
  addresses: DepositAddresses
  databaseUrl: string
  leases: Leases
  db: Database
  keyring: Keyring
  ledger: Ledger
  production: boolean
  log: Logger
  outage: Outage
  logKey: LogKey
  /** Whether what computes much gets a thread of its own. */
  isApart: boolean
  /** Whether epochs begin by themselves. */
  countsDaily: boolean
  mailer: Mailer
  screening: Screening | undefined
  publicUrl: string
  webhooksToLoopback: boolean
}

/** Every job and timer. */
export function startWorker(context: WorkerContext): { stop: () => Promise<void> } {
  const delivery: DeliveryContext = {
    ...context,
    links: linkMails(context),
  }
  const webhooks = openWebhooks({ ...context, target: { toLoopback: context.webhooksToLoopback } })
  let over = false
  const isOver = () => over
  const timers = [
    every(HOUR_MS, 'clean-up failed', () => deleteExpired(context.db)),
    every(
      MINUTE_MS,
      'verification failed',
      () =>
        verifyAndReport(context.log, () =>
          leadOnce(context, LOCKS.verificationOfNews, ({ db }) => verifyNews(db, { isOver })),
        ),
      { atOnce: true },
    ),
    every(
      MINUTE_MS,
      'verification in full failed',
      async () => {
        if (await isFullRunDue(context.db))
          await verifyAndReport(context.log, () => verifyInFull(context.db, { isOver }))
      },
      { atOnce: true },
    ),
    every(
      MINUTE_MS,
      'the log could not be compared with the books',
      async () => {
        if (await isLogRunDue(context.db))
          await verifyAndReport(context.log, () =>
            leadOnce(context, LOCKS.verificationOfLog, ({ db }) => verifyLogNightly({ ...context, db }, { isOver })),
          )
      },
      { atOnce: true },
    ),
    every(MAILS_EVERY_MS, 'mails could not be sent', async () => {
      let more = true
      while (more) more = (await deliverMails(delivery, isOver)) && !isOver()
    }),
    every(WEBHOOKS_EVERY_MS, 'webhooks could not be sent', async () => {
      await collectEvents(context.db, isOver)
      await webhooks.look()
    }),
    every(EXPORTS_EVERY_MS, 'exports of personal data failed', () => makeExports(context, isOver)),
    every(EXPORTS_EVERY_MS, 'statements could not be made', () => makeStatements(context, isOver)),
    every(MINUTE_MS, 'reports fell behind', () => catchUpReports(context.db, isOver)),
    every(
      MINUTE_MS,
      'facts could not be made',
      () => leadOnce(context, LOCKS.facts, ({ db }) => makeDailyFacts(db, isOver)),
      { atOnce: true },
    ),
    every(
      INBOX_EVERY_MS,
      'the inbox fell behind',
      unhurried(async () => {
        await catchUpInbox(context.db, isOver)
        await catchUpDonorNotices(context.db, isOver)
      }),
    ),
  ]
  const scanner = startScanner(context)
  const reconciler = startReconciler(context)
  const proofLog = startLogBuilder(context)
  const epochs = startEpochs({ ...context, readLogHead })
  const sender = startSender({
    ...context,
    pace: PACE,
    sweeps: SWEEPS,
    // Nobody should wait a day for test money.
    ...(!context.production && { addressAgeHours: 0 }),
  })
  return {
    stop: async () => {
      over = true
      const ended = Promise.all(timers.map(({ stop }) => stop()))
      await Promise.all([
        scanner.stop(),
        reconciler.stop(),
        proofLog.stop(),
        epochs.stop(),
        sender.stop(),
        webhooks.stop(),
        Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]),
      ])
    },
  }

  /** Skips a run while the previous one is still running. */
  function every(periodMs: number, complaint: string, act: () => Promise<void>, { atOnce = false } = {}) {
    let running: Promise<unknown> | undefined
    const tick = () => {
      running ??= act()
        .catch((error: unknown) => {
          if (error instanceof CutShort || context.outage.note(error)) return
          context.log.error({ err: error }, complaint)
        })
        .finally(() => {
          running = undefined
        })
    }
    if (atOnce) tick()
    const timer = setInterval(tick, periodMs)
    return {
      stop: async () => {
        clearInterval(timer)
        await running
      },
    }
  }
}

async function verifyAndReport(log: Logger, verify: () => Promise<Verdict[] | undefined>): Promise<void> {
  for (const { name, violations, first } of (await verify()) ?? [])
    if (violations > 0) log.fatal({ invariant: name, violations, first }, 'an invariant is violated')
}

/** Deletes what is over and no longer needed. */
async function deleteExpired(db: Database): Promise<void> {
  await sql`delete from session where expires_at < now() - interval '30 days'`.execute(db)
  await deleteExpiredExports(db)
  await deleteExpiredStatements(db)
  await sql`delete from reset_token where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from email_verification where link_until < now() - interval '1 day'`.execute(db)
  await sql`delete from email_change where undo_until < now() - interval '1 day'`.execute(db)
  await sql`delete from used_challenge where expires_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from sign_in_link where expires_at < now()`.execute(db)
  await cleanUpMails(db)
  await sql`delete from rate_limit where expire < extract(epoch from now()) * 1000`.execute(db)
  await deleteUnusedPictures(db)
  await deleteOldCases(db)
  await cleanUpWebhooks(db)
}
