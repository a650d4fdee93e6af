import { show, usd } from '@trefoil/core/money'
import type { DocumentTexts } from './copy.ts'
import { BRAND, element, MARGIN, openPdf, valueIn, write, type Pdf } from './pdf.ts'
import { piecesOf } from './pdf-pieces.ts'
import { numberPage, openTable } from './pdf-table.ts'
import type { GivingContent } from './read-giving.ts'
import { showDay, showMonth } from './show-moment.ts'
import { drawTop, heading, note, spread, type Style } from './statement-pdf.ts'

/** Lines drawn in one go: a few milliseconds. */
const LINES_AT_ONCE = 10

const dollars = (units: bigint): string => show(usd(units))

export function makeGivingPdf(content: GivingContent, { paper, language }: Style): AsyncGenerator<Uint8Array> {
  const pdf = openPdf({ title: (texts) => titleOf(texts, content), paper, language })
  return piecesOf(pdf, draw(pdf, content))
}

const titleOf = ({ giving }: DocumentTexts, { range }: GivingContent): string =>
  giving.title({ year: String(range.start.getUTCFullYear()) })

async function* draw(pdf: Pdf, content: GivingContent): AsyncGenerator<void> {
  const { name, range, asOf, summary, lines } = content
  const { doc, root, texts, language } = pdf
  const { giving, columns } = texts
  drawTop(pdf, { title: titleOf(texts, content), name, range, asOf })
  doc.y += 12
  element(pdf, root, 'P', () =>
    write(pdf, dollars(summary.given.amount), { size: 28, weight: 'strong', colour: BRAND }),
  )
  note(pdf, giving.given({ count: summary.given.count }))
  if (summary.reversed.count > 0)
    note(pdf, giving.notCounted({ count: summary.reversed.count, amount: dollars(summary.reversed.amount) }))
  heading(pdf, giving.byCause)
  const causes = openTable(pdf, spread(pdf, [columns.cause, columns.donations, columns.given]))
  for (const { cause, count: number, amount } of summary.causes)
    causes.row([valueIn(pdf, cause), String(number), dollars(amount)])
  causes.end()
  heading(pdf, giving.byMonth)
  const months = openTable(pdf, spread(pdf, [columns.month, columns.donations, columns.given]))
  for (const { month, count: number, amount } of summary.months)
    months.row([showMonth(month, language), String(number), dollars(amount)])
  months.end()

  heading(pdf, giving.donations)
  const [date, causeWidth, amounts] = [72, 110, 84]
  const width = doc.page.width - 2 * MARGIN
  const table = openTable(pdf, [
    { heading: columns.date, width: date },
    { heading: columns.reference, width: width - date - causeWidth - amounts },
    { heading: columns.cause, width: causeWidth },
    { heading: columns.amount, width: amounts, align: 'right' },
  ])
  let drawn = 0
  for await (const some of lines)
    for (const { at, reference, cause, amount, reversedAt } of some) {
      const told = reversedAt ? giving.reversed({ reference, day: showDay(reversedAt, language) }) : reference
      table.row([at.toISOString().slice(0, 10), told, valueIn(pdf, cause), dollars(amount)])
      drawn += 1
      if (drawn % LINES_AT_ONCE === 0) yield
    }
  table.end()
  if (drawn === 0) note(pdf, giving.nothing)
  numberPage(pdf)
}
