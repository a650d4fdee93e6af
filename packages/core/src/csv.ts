export type Cell = string | number | bigint | boolean | Date | null

/** Byte order mark: tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\uFEFF'

/** RFC 4180, one line per row. The only writer of CSV: what people typed never becomes a formula. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell instanceof Date ? cell.toISOString() : String(cell)
  if (PLAIN_NEGATIVE.test(cell)) return cell
  const text = cell.replace(FIRST, "'$&").replace(AFTER_SEPARATOR, "$&'")
  return text !== cell || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As the database writes amounts. */
const PLAIN_NEGATIVE = /^-\d+(\.\d+)?$/

const NEEDS_QUOTES = /[",;\t\r\n]/

/** A spreadsheet would run a cell that starts like this, so it gets an apostrophe. Some take wide characters, too. */
const FIRST = /^(?:[\t\r]|[\s"]*[=+\-@＝＋－＠])/

/**
 * Where the list separator is a semicolon, quotes do not count in the middle of what then is one cell: the text behind a
 * semicolon, a tab or a line end becomes a cell of its own.
 */
const AFTER_SEPARATOR = /[;\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g
