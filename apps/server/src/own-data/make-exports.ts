import { sql } from 'kysely'
import type { Logger } from 'pino'
import { LOCKS, type Database, type Tx } from '../db/database.ts'
import { PERSONAL_DATA } from '../db/personal-data.ts'
import { notifyAccounts } from '../db/account-news.ts'
import { personalKeyFor, type PersonalKey } from '../members/personal-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { exportFiles } from './export-files.ts'
import { zip } from './zip.ts'

const PART_BYTES = 256 * 1024
const ATTEMPTS_MAX = 3
const KEPT_HOURS = 24

type Context = { db: Database; keyring: Keyring; log: Logger }

/** Makes every export that was asked for, one after another. Several processes may call it at once. */
export async function makeExports(context: Context, isOver: () => boolean): Promise<void> {
  for (const account of await waitingExports(context.db)) {
    if (isOver()) return
    await makeExport(context, account, isOver)
  }
}

const waitingExports = async (db: Database): Promise<number[]> =>
  (
    await db
      .selectFrom('data_export')
      .select('account_id')
      .where('state', '=', 'waiting')
      .orderBy('requested_at')
      .limit(20)
      .execute()
  ).map(({ account_id }) => account_id)

/**
 * Read in one view of the database. Its lock ends with the connection, so that after a crash another process begins anew.
 */
async function makeExport(context: Context, account: number, isOver: () => boolean): Promise<void> {
  const { db, keyring, log } = context
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (view) => {
        const { rows } = await sql<{ mine: boolean }>`
          select pg_try_advisory_xact_lock(${sql.lit(LOCKS.exports)}, ${account}) as mine`.execute(view)
        const asked = rows[0]?.mine ? await begin(db, account) : undefined
        if (asked === undefined) return
        await sql`set local statement_timeout = '5min'`.execute(view)
        await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(view)
        const key = await personalKeyFor(db, keyring, account)
        if (key) await write(context, { view, account, asked, key, isOver })
      })
  } catch (error) {
    log.error({ err: error, account }, 'an export of personal data failed')
    await sql`
      update data_export set state = 'failed'
      where account_id = ${account} and state = 'waiting' and attempts >= ${ATTEMPTS_MAX}`.execute(db)
  }
}

/** When it was asked for, exactly; undefined if it was made or deleted meanwhile. */
async function begin(db: Database, account: number): Promise<string | undefined> {
  const { rows } = await sql<{ asked: string }>`
    update data_export set attempts = attempts + 1, percent = 0
    where account_id = ${account} and state = 'waiting' returning requested_at::text as asked`.execute(db)
  await db.deleteFrom('data_export_part').where('account_id', '=', account).execute()
  return rows[0]?.asked
}

type Making = { view: Tx; account: number; asked: string; key: PersonalKey; isOver: () => boolean }

async function write(context: Context, { view, account, asked, key, isOver }: Making): Promise<void> {
  const { db } = context
  const total = await countRows(view, account)
  let rows = 0
  let bytes = 0
  let number = 0
  let waiting: Uint8Array[] = []
  let size = 0
  // Deleted with its session, it may be asked for again meanwhile: that one is made anew, and this is no part of it.
  const same = sql`account_id = ${account} and requested_at = ${asked}::timestamptz and state = 'waiting'`
  const flush = async () => {
    const content = key.seal(Buffer.concat(waiting).toString('base64'))
    await db.insertInto('data_export_part').values({ account_id: account, number, content }).execute()
    const percent = Math.min(99, Math.floor((100 * rows) / Math.max(1, total)))
    await sql`update data_export set percent = ${percent} where ${same}`.execute(db)
    await db.transaction().execute((tx) => notifyAccounts(tx, [account]))
    number += 1
    waiting = []
    size = 0
  }
  const files = exportFiles({ ...context, db: view }, account, (count) => {
    rows += count
  })
  for await (const piece of zip(files)) {
    // Begun anew by the next server.
    if (isOver()) return
    waiting.push(piece)
    size += piece.length
    bytes += piece.length
    if (size >= PART_BYTES) await flush()
  }
  if (size > 0) await flush()
  await db.transaction().execute(async (tx) => {
    await sql`
      update data_export set state = 'ready', percent = 100, bytes = ${bytes},
        expires_at = now() + make_interval(hours => ${KEPT_HOURS})
      where ${same}`.execute(tx)
    await notifyAccounts(tx, [account])
  })
}

/** Roughly: histories are told once more, in words. */
async function countRows(view: Tx, account: number): Promise<number> {
  let total = 0
  for (const [table, { owned }] of Object.entries(PERSONAL_DATA)) {
    if (owned === null) continue
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from ${sql.table(table)} where ${sql.raw(owned.replaceAll('$1', String(account)))}`.execute(
      view,
    )
    total += (rows[0]?.count ?? 0) * (table === 'entry' || table === 'activity' ? 2 : 1)
  }
  return total
}

/** Called from time to time. */
export const deleteExpiredExports = (db: Database) => sql`delete from data_export where expires_at < now()`.execute(db)
