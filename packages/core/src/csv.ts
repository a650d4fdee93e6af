export type Cell = string | number | bigint | boolean | Date | null

/** Byte order mark: tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\uFEFF'

/** RFC 4180, one line per row. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell instanceof Date ? cell.toISOString() : String(cell)
  const text = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet would run text that starts like this, so it gets an apostrophe. Plain negative numbers are harmless.
 */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text)
