import { sql } from 'kysely'
import type { Logger } from 'pino'
import { LOCKS, type Database, type Tx } from '../db/database.ts'
import { notifyAccounts } from '../db/account-news.ts'
import { personalKeyFor, type PersonalKey } from '../members/personal-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { inOneView, makeFile } from './make-file.ts'
import type { Wanted } from './wanted.ts'

const PART_BYTES = 512 * 1024
const ATTEMPTS_MAX = 3
const KEPT_HOURS = 24

type Context = { db: Database; keyring: Keyring; log: Logger }
type Asked = { wanted: Wanted; at: string }

/** Makes every long statement that was asked for, one after another. Several processes may call it at once. */
export async function makeStatements(context: Context, isOver: () => boolean): Promise<void> {
  const waiting = await context.db
    .selectFrom('statement_file')
    .select('account_id')
    .where('state', '=', 'waiting')
    .orderBy('requested_at')
    .limit(20)
    .execute()
  for (const { account_id: account } of waiting) {
    if (isOver()) return
    await makeStatement(context, account, isOver)
  }
}

/** Its lock ends with the connection, so that after a crash another process begins anew. */
async function makeStatement(context: Context, account: number, isOver: () => boolean): Promise<void> {
  const { db, keyring, log } = context
  try {
    await inOneView(db, async (view) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(LOCKS.statements)}, ${account}) as mine`.execute(view)
      const asked = rows[0]?.mine ? await begin(db, account) : undefined
      if (asked === undefined) return
      await sql`set local statement_timeout = '5min'`.execute(view)
      await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(view)
      const key = await personalKeyFor(db, keyring, account)
      if (key) await write(db, { view, account, asked, key, isOver })
    })
  } catch (error) {
    log.error({ err: error, account }, 'a statement could not be made')
    await sql`
      update statement_file set state = 'failed'
      where account_id = ${account} and state = 'waiting' and attempts >= ${ATTEMPTS_MAX}`.execute(db)
  }
}

type AskedRow = Omit<Wanted, 'from' | 'to'> & { from: string; to: string; at: string }

/** What was asked for, and when, exactly; undefined if it was made or deleted meanwhile. */
async function begin(db: Database, account: number): Promise<Asked | undefined> {
  const { rows } = await sql<AskedRow>`
    update statement_file set attempts = attempts + 1, percent = 0
    where account_id = ${account} and state = 'waiting'
    returning kind, format, paper, first_day::text as "from", last_day::text as "to", requested_at::text as at`.execute(
    db,
  )
  await db.deleteFrom('statement_file_part').where('account_id', '=', account).execute()
  const [row] = rows
  if (!row) return undefined
  const { at, ...wanted } = row
  return { wanted, at }
}

type Making = { view: Tx; account: number; asked: Asked; key: PersonalKey; isOver: () => boolean }

async function write(db: Database, { view, account, asked, key, isOver }: Making): Promise<void> {
  let share = 0
  let told = 0
  let bytes = 0
  let number = 0
  let waiting: Uint8Array[] = []
  let size = 0
  // Asked for again meanwhile, it is another one, and this is no part of it.
  const same = sql`account_id = ${account} and requested_at = ${asked.at}::timestamptz and state = 'waiting'`
  const flush = async () => {
    const content = key.seal(Buffer.concat(waiting).toString('base64'))
    const { numInsertedOrUpdatedRows: kept } = await db
      .insertInto('statement_file_part')
      .columns(['account_id', 'number', 'content'])
      .expression(sql`select ${account}::int, ${number}::int, ${content}::bytea from statement_file where ${same}`)
      .executeTakeFirstOrThrow()
    if (kept !== 1n) return false
    number += 1
    waiting = []
    size = 0
    return true
  }
  const showProgress = async () => {
    const percent = Math.min(99, Math.floor(100 * share))
    if (percent === told) return
    told = percent
    await sql`update statement_file set percent = ${percent} where ${same}`.execute(db)
  }
  const file = await makeFile(view, {
    member: account,
    wanted: asked.wanted,
    onProgress: (done) => {
      share = done
    },
  })
  for await (const piece of file) {
    // Begun anew by the next server.
    if (isOver()) return
    waiting.push(piece)
    size += piece.length
    bytes += piece.length
    if (size >= PART_BYTES && !(await flush())) return
    await showProgress()
  }
  if (size > 0 && !(await flush())) return
  await db.transaction().execute(async (tx) => {
    await sql`
      update statement_file set state = 'ready', percent = 100, bytes = ${bytes},
        expires_at = now() + make_interval(hours => ${KEPT_HOURS})
      where ${same}`.execute(tx)
    await notifyAccounts(tx, [account])
  })
}

/** Called from time to time. */
export const deleteExpiredStatements = (db: Database) =>
  sql`delete from statement_file where expires_at < now()`.execute(db)
