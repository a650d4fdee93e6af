import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'

const ROWS_AT_ONCE = 500

/** However many rows there are, a few are in memory. The query has no parameters: a cursor takes none. */
export async function* readByCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  await sql`declare document_rows no scroll cursor for ${query}`.execute(tx)
  try {
    let rows: readonly Row[]
    do {
      rows = (await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from document_rows`.execute(tx)).rows
      if (rows.length > 0) yield rows
    } while (rows.length === ROWS_AT_ONCE)
  } finally {
    await sql`close document_rows`.execute(tx)
  }
}
