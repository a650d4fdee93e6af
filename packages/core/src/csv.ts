export type Cell = string | number | bigint | boolean | Date | null

/** So that spreadsheets see that it is UTF-8. */
export const CSV_START = '\uFEFF'

/** Comma-separated as in RFC 4180, one line per row, as spreadsheets read it everywhere. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell instanceof Date ? cell.toISOString() : String(cell)
  const text = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name that begins like this would be run by a spreadsheet: an apostrophe keeps it a text. A number does no harm. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text)
