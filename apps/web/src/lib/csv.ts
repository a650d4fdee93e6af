export type Cell = string | number | null

/** Comma-separated, one line per row, as spreadsheets read it everywhere. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

/** So that spreadsheets see that it is UTF-8. */
export const CSV_START = '\uFEFF'

/** A name that begins like a formula would be run by a spreadsheet: an apostrophe keeps it a text. */
function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
