import { Readable } from 'node:stream'
import type { StatementState } from '@trefoil/contract/statements'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import type { Limits } from '../http/limits.ts'
import { findPersonalKey, type PersonalKey } from '../members/personal-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { countLines, inOneView, makeFile } from './make-file.ts'
import { rangeOf, type Wanted } from './wanted.ts'

/** More lines than these are drawn in the background: these take about a second. */
const LINES_AT_ONCE_MAX = 1000

export type StatementContext = { db: Database; keyring: Keyring; limits: Limits }

const NONE: StatementState = {
  state: 'none',
  percent: 0,
  kind: null,
  format: null,
  paper: null,
  from: null,
  to: null,
  bytes: null,
  expires_at: null,
}

/** One long file at a time, for the session that asked last. */
export async function requestStatement(
  { db, limits }: StatementContext,
  { accountId, sessionId }: Caller,
  wanted: Wanted,
): Promise<StatementState> {
  rangeOf(wanted)
  const { kind, format, from, to, paper } = wanted
  const current = await readStatementState(db, { accountId, sessionId })
  if (isFor(current, wanted) && current.state !== 'failed') return current
  if ((await countLines(db, accountId, wanted)) <= LINES_AT_ONCE_MAX)
    return { ...NONE, state: 'at_once', kind, format, paper, from, to }
  await limits.statement(accountId)
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('statement_file').where('account_id', '=', accountId).execute()
    await sql`
      insert into statement_file (account_id, session_id, kind, format, paper, first_day, last_day)
      values (${accountId}, ${sessionId}, ${kind}, ${format}, ${paper}, ${from}, ${to})`.execute(tx)
  })
  return readStatementState(db, { accountId, sessionId })
}

const isFor = (state: StatementState, wanted: Wanted): boolean =>
  (['kind', 'format', 'paper', 'from', 'to'] as const).every((part) => state[part] === wanted[part])

type StateRow = {
  state: 'waiting' | 'ready' | 'failed'
  percent: number
  kind: Wanted['kind']
  format: Wanted['format']
  paper: Wanted['paper']
  from: string
  to: string
  bytes: string | null
  expires_at: Date | null
}

export async function readStatementState(
  db: Database,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
): Promise<StatementState> {
  const { rows } = await sql<StateRow>`
    select state, percent, kind, format, paper, first_day::text as "from", last_day::text as "to", bytes, expires_at
    from statement_file
    where account_id = ${accountId} and session_id = ${sessionId} and (expires_at is null or expires_at > now())`.execute(
    db,
  )
  const [row] = rows
  if (!row) return NONE
  return {
    ...row,
    bytes: row.bytes === null ? null : Number(row.bytes),
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

/** The file: made now if it is short, otherwise once it was made for this session. */
export async function openStatement(
  { db, keyring, limits }: StatementContext,
  { accountId, sessionId }: Caller,
  wanted: Wanted,
): Promise<{ bytes: number; content: Readable }> {
  rangeOf(wanted)
  const current = await readStatementState(db, { accountId, sessionId })
  if (current.state === 'ready' && isFor(current, wanted)) {
    const key = await findPersonalKey(db, keyring, accountId)
    if (key) return { bytes: current.bytes ?? 0, content: Readable.from(readParts(db, accountId, key)) }
  }
  const lines = await countLines(db, accountId, wanted)
  if (lines > LINES_AT_ONCE_MAX)
    throw new Refusal(
      'wrong_state',
      `This document has ${lines} lines and is made in the background. Ask for it first, and download it once it is ready.`,
    )
  await limits.document(accountId)
  const file = await inOneView(db, async (tx) => {
    const pieces: Uint8Array[] = []
    for await (const piece of await makeFile(tx, { member: accountId, wanted })) pieces.push(piece)
    return Buffer.concat(pieces)
  })
  return { bytes: file.length, content: Readable.from([file]) }
}

async function* readParts(db: Database, accountId: number, key: PersonalKey): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = await db
      .selectFrom('statement_file_part')
      .select('content')
      .where('account_id', '=', accountId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!part) return
    yield Buffer.from(key.open(part.content), 'base64')
  }
}
