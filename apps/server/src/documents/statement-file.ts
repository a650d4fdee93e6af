import { Readable } from 'node:stream'
import type { StatementState } from '@trefoil/contract/statements'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import type { Limits } from '../http/limits.ts'
import { findPersonalKey, type PersonalKey } from '../members/personal-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { InTurn } from './in-turn.ts'
import { countLines, inOneView, makeFile } from './make-file.ts'
import { rangeOf, type Wanted } from './wanted.ts'

/** More lines than these are drawn in the background: these take about a second. */
const LINES_AT_ONCE_MAX = 1000

export type StatementContext = { db: Database; keyring: Keyring; limits: Limits; inTurn: InTurn }

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
  { accountId, sessionId }: Asker,
  wanted: Wanted,
): Promise<StatementState> {
  rangeOf(wanted)
  const { kind, format, from, to, paper } = wanted
  const { at, ...current } = await findFile(db, { accountId, sessionId })
  if (isFor(current, wanted)) {
    if (current.state === 'waiting') return current
    if (current.state === 'ready' && !(await hasMoved(db, accountId, at))) return current
  }
  await limits.document(accountId)
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

/** Whether anything happened since the file was asked for: also what is older may have been reversed. */
async function hasMoved(db: Database, accountId: number, at: string | null): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (
      select from entry e join journal j on j.id = e.journal_id
      where e.member_id = ${accountId} and j.created_at > ${at}::timestamptz) as moved`.execute(db)
  return rows[0]?.moved ?? true
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
  at: string
}

export type Asker = Pick<Caller, 'accountId' | 'sessionId'>

export async function readStatementState(db: Database, asker: Asker): Promise<StatementState> {
  const { at: _, ...state } = await findFile(db, asker)
  return state
}

/** `at`: when it was asked for, exactly. */
async function findFile(
  db: Database,
  { accountId, sessionId }: Asker,
): Promise<StatementState & { at: string | null }> {
  const { rows } = await sql<StateRow>`
    select state, percent, kind, format, paper, first_day::text as "from", last_day::text as "to", bytes, expires_at,
      requested_at::text as at
    from statement_file
    where account_id = ${accountId} and session_id = ${sessionId} and (expires_at is null or expires_at > now())`.execute(
    db,
  )
  const [row] = rows
  if (!row) return { ...NONE, at: null }
  return {
    ...row,
    bytes: row.bytes === null ? null : Number(row.bytes),
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

/** The file: made now if it is short, otherwise once it was made for this session. */
export async function openStatement(
  { db, keyring, limits, inTurn }: StatementContext,
  { accountId, sessionId }: Asker,
  wanted: Wanted,
): Promise<{ bytes: number; content: Readable }> {
  rangeOf(wanted)
  const current = await findFile(db, { accountId, sessionId })
  if (current.state === 'ready' && current.bytes !== null && current.at !== null && isFor(current, wanted)) {
    const key = await findPersonalKey(db, keyring, accountId)
    const { bytes, at } = current
    if (key) return { bytes, content: Readable.from(readParts(db, { accountId, at, bytes }, key)) }
  }
  await limits.document(accountId)
  const lines = await countLines(db, accountId, wanted)
  if (lines > LINES_AT_ONCE_MAX)
    throw new Refusal(
      'wrong_state',
      `This document has ${lines} lines and is made in the background. Ask for it first, and download it once it is ready.`,
      { name: 'document_long', values: { lines } },
    )
  const file = await inTurn(accountId, () =>
    inOneView(db, async (tx) => {
      const pieces: Uint8Array[] = []
      for await (const piece of await makeFile(tx, { member: accountId, wanted })) pieces.push(piece)
      return Buffer.concat(pieces)
    }),
  )
  return { bytes: file.length, content: Readable.from([file]) }
}

type ReadyFile = { accountId: number; at: string; bytes: number }

/** Fails if the file is replaced or deleted meanwhile: what was sent is then seen to be a part, and never a mixture. */
export async function* readParts(
  db: Database,
  { accountId, at, bytes }: ReadyFile,
  key: Pick<PersonalKey, 'open'>,
): AsyncGenerator<Buffer> {
  let sent = 0
  for (let number = 0; sent < bytes; number += 1) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from statement_file_part join statement_file using (account_id)
      where account_id = ${accountId} and number = ${number} and state = 'ready'
        and requested_at = ${at}::timestamptz`.execute(db)
    if (!rows[0]) throw new Error('The statement was replaced while it was sent')
    const part = Buffer.from(key.open(rows[0].content), 'base64')
    sent += part.length
    yield part
  }
}
