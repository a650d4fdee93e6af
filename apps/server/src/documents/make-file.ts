import { SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../db/database.ts'
import { findStatement } from '../ledger/statement.ts'
import { readDocumentLanguage } from './document-language.ts'
import { makeGivingCsv } from './giving-csv.ts'
import { readGifts, summariseGiving } from './read-giving.ts'
import { countLinesOf, readStatementLines, summariseStatement } from './read-statement.ts'
import { makeStatementCsv } from './statement-csv.ts'
import { rangeOf, type Wanted } from './wanted.ts'

/** How many lines it has. */
export async function countLines(db: Reader, member: MemberId, wanted: Wanted): Promise<number> {
  const range = rangeOf(wanted)
  if (wanted.kind === 'giving') return (await summariseGiving(db, member, range)).lines
  return countLinesOf(await findStatement(db, member, range))
}

type Making = { member: MemberId; wanted: Wanted; onProgress?: (share: number) => void }

/**
 * The file, piece by piece. `tx` is one view of the database, however long it takes. The code that draws loads with the
 * first document: no server waits for it when it starts.
 */
export async function makeFile(
  tx: Tx,
  { member, wanted, onProgress = () => {} }: Making,
): Promise<AsyncGenerator<Uint8Array>> {
  const range = rangeOf(wanted)
  const { name, asOf } = await tx
    .selectFrom('account')
    .select(['name', sql<Date>`clock_timestamp()`.as('asOf')])
    .where('id', '=', member)
    .executeTakeFirstOrThrow()
  // CSV files, which programs read, are in English.
  const language = wanted.format === 'csv' ? SOURCE_LANGUAGE : await readDocumentLanguage(tx, member)
  const style = { paper: wanted.paper, language }
  if (wanted.kind === 'giving') {
    const summary = await summariseGiving(tx, member, range)
    const lines = counting(readGifts(tx, member, range), (done) => onProgress(done / summary.lines))
    const content = { name, range, asOf, summary, lines }
    if (wanted.format === 'csv') return makeGivingCsv(content)
    return (await import('./giving-pdf.ts')).makeGivingPdf(content, style)
  }
  const accounts = await findStatement(tx, member, range)
  const summary = await summariseStatement(tx, member, accounts)
  const lines = counting(readStatementLines(tx, member, { accounts, language }), (done) =>
    onProgress(done / summary.lines),
  )
  const content = { name, range, asOf, summary, lines }
  if (wanted.format === 'csv') return makeStatementCsv(content)
  return (await import('./statement-pdf.ts')).makeStatementPdf(content, style)
}

async function* counting<Line>(parts: AsyncIterable<Line[]>, onDone: (lines: number) => void): AsyncGenerator<Line[]> {
  let done = 0
  for await (const part of parts) {
    yield part
    done += part.length
    onDone(done)
  }
}

/** What is read there was all true at one moment. */
export const inOneView = <Result>(db: Database, act: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').execute(act)
