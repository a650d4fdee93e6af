import { show, usd } from '@trefoil/core/money'
import { ACCOUNT_NAMES } from './account-names.ts'
import { drawLetterhead, element, MARGIN, MUTED, openPdf, write, type Paper, type Pdf } from './pdf.ts'
import { piecesOf } from './pdf-pieces.ts'
import { hasRoom, numberPage, openTable, turnPage } from './pdf-table.ts'
import type { StatementContent } from './read-statement.ts'
import { showDay, showMoment } from './show-moment.ts'
import type { Range } from './wanted.ts'

/** Lines drawn in one go: a few milliseconds. */
const LINES_AT_ONCE = 10

const dollars = (units: bigint): string => show(usd(units))

export function makeStatementPdf(content: StatementContent, paper: Paper): AsyncGenerator<Uint8Array> {
  const pdf = openPdf({ title: `Statement, ${showRange(content.range)}`, paper })
  return piecesOf(pdf, draw(pdf, content))
}

/** `1 January 2026 to 31 March 2026`. */
export const showRange = ({ start, end }: Range): string =>
  `${showDay(start)} to ${showDay(new Date(end.getTime() - 1))}`

async function* draw(pdf: Pdf, { name, range, asOf, summary, lines }: StatementContent): AsyncGenerator<void> {
  const { doc } = pdf
  drawTop(pdf, { title: 'Statement', name, range, asOf })
  heading(pdf, 'Balances')
  const balances = openTable(pdf, spread(pdf, ['Account', 'Opening', 'Change', 'Closing']))
  for (const { account, opening, closing } of summary.accounts)
    balances.row([ACCOUNT_NAMES[account], dollars(opening), dollars(closing - opening), dollars(closing)])
  balances.end()

  heading(pdf, 'Totals by kind')
  const kinds = openTable(pdf, spread(pdf, ['Kind', 'Account', 'Lines', 'In', 'Out'], 2))
  for (const { kind, account, lines: count, in: arrived, out } of summary.kinds)
    kinds.row([kind, ACCOUNT_NAMES[account], String(count), dollars(arrived), dollars(out)])
  kinds.end()

  heading(pdf, 'Lines')
  const [date, accounts, amounts] = [86, 46, 80]
  const width = doc.page.width - 2 * MARGIN
  const table = openTable(pdf, [
    { heading: 'Date (UTC)', width: date },
    { heading: 'Description', width: width - date - accounts - 2 * amounts },
    { heading: 'Account', width: accounts },
    { heading: 'Amount', width: amounts, align: 'right' },
    { heading: 'Balance', width: amounts, align: 'right' },
  ])
  let drawn = 0
  for await (const some of lines)
    for (const { at, description, account, amount, balance } of some) {
      const day = at.toISOString().slice(0, 16).replace('T', ' ')
      table.row([day, description, ACCOUNT_NAMES[account], dollars(amount), dollars(balance)])
      drawn += 1
      if (drawn % LINES_AT_ONCE === 0) yield
    }
  table.end()
  if (drawn === 0) note(pdf, 'Nothing happened in these days.')
  numberPage(pdf)
}

type Top = { title: string; name: string; range: Range; asOf: Date }

export function drawTop(pdf: Pdf, { title, name, range, asOf }: Top): void {
  drawLetterhead(pdf)
  element(pdf, pdf.root, 'H1', () => write(pdf, title, { size: 24, weight: 'strong' }))
  pdf.doc.moveDown(0.3)
  element(pdf, pdf.root, 'P', () => write(pdf, `${showRange(range)} (UTC)`))
  if (asOf < range.end)
    element(pdf, pdf.root, 'P', () => write(pdf, `As of ${showMoment(asOf)}: these days are not over yet.`))
  element(pdf, pdf.root, 'P', () => write(pdf, name, { colour: MUTED }))
}

/** For a heading, the head of its table and a first row. */
const HEADING_ROOM = 80

export function heading(pdf: Pdf, text: string): void {
  const { doc } = pdf
  if (!hasRoom(pdf, HEADING_ROOM)) turnPage(pdf)
  doc.x = MARGIN
  doc.y += 18
  element(pdf, pdf.root, 'H2', () => write(pdf, text, { size: 12, weight: 'strong' }))
  doc.y += 2
}

export function note(pdf: Pdf, text: string): void {
  pdf.doc.y += 10
  element(pdf, pdf.root, 'P', () => write(pdf, text, { x: MARGIN, colour: MUTED }))
}

/** Columns of one width; all but the first ones hold figures. */
export const spread = ({ doc }: Pdf, headings: readonly string[], words = 1) =>
  headings.map((each, index) => ({
    heading: each,
    width: (doc.page.width - 2 * MARGIN) / headings.length,
    ...(index >= words && { align: 'right' as const }),
  }))
