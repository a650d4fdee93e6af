import type { Language } from '@trefoil/core/language/languages'
import { show, usd } from '@trefoil/core/money'
import type { DocumentTexts } from './copy.ts'
import { drawLetterhead, element, MARGIN, MUTED, openPdf, valueIn, write, type Paper, type Pdf } from './pdf.ts'
import { piecesOf } from './pdf-pieces.ts'
import { hasRoom, numberPage, openTable, turnPage } from './pdf-table.ts'
import type { StatementContent } from './read-statement.ts'
import { showDay, showMoment } from './show-moment.ts'
import type { Range } from './wanted.ts'

/** Lines drawn in one go: a few milliseconds. */
const LINES_AT_ONCE = 10

const dollars = (units: bigint): string => show(usd(units))

export function makeStatementPdf(content: StatementContent, { paper, language }: Style): AsyncGenerator<Uint8Array> {
  const title = (texts: DocumentTexts) => texts.statement.titleOf({ range: showRange(texts, content.range, language) })
  const pdf = openPdf({ title, paper, language })
  return piecesOf(pdf, draw(pdf, content))
}

export type Style = { paper: Paper; language: Language }

/** `1 January 2026 to 31 March 2026`. */
const showRange = (texts: DocumentTexts, { start, end }: Range, language: Language): string =>
  texts.range({ from: showDay(start, language), to: showDay(new Date(end.getTime() - 1), language) })

async function* draw(pdf: Pdf, { name, range, asOf, summary, lines }: StatementContent): AsyncGenerator<void> {
  const { doc, texts } = pdf
  const { columns, accounts: names, statement } = texts
  drawTop(pdf, { title: statement.title, name, range, asOf })
  heading(pdf, statement.balances)
  const { account: accountHead, opening: openingHead, change, closing: closingHead } = columns
  const balances = openTable(pdf, spread(pdf, [accountHead, openingHead, change, closingHead]))
  for (const { account, opening, closing } of summary.accounts)
    balances.row([names[account], dollars(opening), dollars(closing - opening), dollars(closing)])
  balances.end()

  heading(pdf, statement.totals)
  const kindHeads = [columns.kind, columns.account, columns.lines, columns.in, columns.out]
  const kinds = openTable(pdf, spread(pdf, kindHeads, 2))
  for (const { kind, account, lines: count, in: arrived, out } of summary.kinds)
    kinds.row([kindIn(texts, kind), names[account], String(count), dollars(arrived), dollars(out)])
  kinds.end()

  heading(pdf, statement.lines)
  const [date, accounts, amounts] = [86, 46, 80]
  const width = doc.page.width - 2 * MARGIN
  const table = openTable(pdf, [
    { heading: columns.date, width: date },
    { heading: columns.description, width: width - date - accounts - 2 * amounts },
    { heading: columns.account, width: accounts },
    { heading: columns.amount, width: amounts, align: 'right' },
    { heading: columns.balance, width: amounts, align: 'right' },
  ])
  let drawn = 0
  for await (const some of lines)
    for (const { at, description, account, amount, balance } of some) {
      const day = at.toISOString().slice(0, 16).replace('T', ' ')
      table.row([day, description, names[account], dollars(amount), dollars(balance)])
      drawn += 1
      if (drawn % LINES_AT_ONCE === 0) yield
    }
  table.end()
  if (drawn === 0) note(pdf, statement.nothing)
  numberPage(pdf)
}

/** A kind that is not known here is shown as it is. */
const kindIn = ({ kinds }: DocumentTexts, kind: string): string => (kinds as Record<string, string>)[kind] ?? kind

type Top = { title: string; name: string; range: Range; asOf: Date }

export function drawTop(pdf: Pdf, { title, name, range, asOf }: Top): void {
  const { texts, language } = pdf
  drawLetterhead(pdf)
  element(pdf, pdf.root, 'H1', () => write(pdf, title, { size: 24, weight: 'strong' }))
  pdf.doc.moveDown(0.3)
  element(pdf, pdf.root, 'P', () => write(pdf, `${showRange(texts, range, language)} (UTC)`))
  if (asOf < range.end) element(pdf, pdf.root, 'P', () => write(pdf, texts.asOf({ time: showMoment(asOf, language) })))
  element(pdf, pdf.root, 'P', () => write(pdf, valueIn(pdf, name), { colour: MUTED }))
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
