import { CSV_START, csvLines, type Cell } from '@trefoil/core/csv'
import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { PERSONAL_DATA } from '../db/personal-data.ts'
import type { Held } from '../db/personal-tables.ts'
import type { PersonalKey } from '../members/personal-key.ts'

const ROWS_AT_ONCE = 500

export type Row = Record<string, unknown>

/** Some rows at a time, from the beginning at each call. */
export type Rows = { readonly name: string; readonly read: () => AsyncIterable<readonly Row[]> }

const TOLD: ReadonlySet<Held> = new Set(['personal', 'sealed', 'kept'])

/** Every table with something to tell about the account, as the list of personal data says. */
export function ownTables(tx: Tx, account: number, key: PersonalKey | undefined): Rows[] {
  return Object.entries(PERSONAL_DATA).flatMap(([table, { owned, told: shown = 'true', columns }]) => {
    const told = Object.entries(columns).flatMap(([column, held]) => (TOLD.has(held) ? [column] : []))
    if (owned === null || told.length === 0) return []
    const sealed = told.filter((column) => columns[column] === 'sealed')
    const text = `select ${told.map((column) => `"${column}"`).join(', ')} from "${table}" where ${owned} and (${shown})`
    return [
      {
        name: table,
        async *read() {
          for await (const rows of readByCursor(tx, text.replaceAll('$1', String(account))))
            yield rows.map((row) => ({ ...row, ...opened(row, sealed, key) }))
        },
      },
    ]
  })
}

/** However many rows there are, a few are in memory. */
async function* readByCursor(tx: Tx, text: string): AsyncGenerator<readonly Row[]> {
  await tx.executeQuery(CompiledQuery.raw(`declare own_rows no scroll cursor for ${text}`))
  try {
    let rows: readonly Row[]
    do {
      rows = (await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from own_rows`.execute(tx)).rows
      if (rows.length > 0) yield rows
    } while (rows.length === ROWS_AT_ONCE)
  } finally {
    await sql`close own_rows`.execute(tx)
  }
}

const opened = (row: Row, sealed: readonly string[], key: PersonalKey | undefined): Row =>
  Object.fromEntries(
    sealed.map((column) => {
      const box = row[column]
      return [column, key && Buffer.isBuffer(box) ? (JSON.parse(key.open(box)) as unknown) : null]
    }),
  )

export async function* asJson({ read }: Rows): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of read()) {
    yield `${before}${rows.map((row) => JSON.stringify(row)).join(',\n')}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** With the heads of the first row. Nested values are JSON. */
export async function* asCsv({ read }: Rows): AsyncGenerator<string> {
  let heads: string[] | undefined
  yield CSV_START
  for await (const rows of read()) {
    if (!heads) {
      heads = Object.keys(rows[0] ?? {})
      yield csvLines([heads])
    }
    const columns = heads
    yield csvLines(rows.map((row) => columns.map((head) => cellFrom(row[head]))))
  }
}

function cellFrom(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Date || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}
