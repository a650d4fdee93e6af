import { show, usd } from '@trefoil/core/money'
import { BRAND, element, MARGIN, openPdf, write, type Paper, type Pdf } from './pdf.ts'
import { piecesOf } from './pdf-pieces.ts'
import { numberPage, openTable } from './pdf-table.ts'
import type { GivingContent } from './read-giving.ts'
import { showDay, showMonth } from './show-moment.ts'
import { drawTop, heading, note, spread } from './statement-pdf.ts'

/** Lines drawn in one go: a few milliseconds. */
const LINES_AT_ONCE = 10

const dollars = (units: bigint): string => show(usd(units))

export function makeGivingPdf(content: GivingContent, paper: Paper): AsyncGenerator<Uint8Array> {
  const pdf = openPdf({ title: titleOf(content), paper })
  return piecesOf(pdf, draw(pdf, content))
}

const titleOf = ({ range }: GivingContent): string => `Giving in ${range.start.getUTCFullYear()}`

async function* draw(pdf: Pdf, content: GivingContent): AsyncGenerator<void> {
  const { name, range, asOf, summary, lines } = content
  const { doc, root } = pdf
  drawTop(pdf, { title: titleOf(content), name, range, asOf })
  doc.y += 12
  element(pdf, root, 'P', () =>
    write(pdf, dollars(summary.given.amount), { size: 28, weight: 'strong', colour: BRAND }),
  )
  note(pdf, `Given in ${count(summary.given.count)}.`)
  if (summary.reversed.count > 0)
    note(
      pdf,
      `Not counted: ${count(summary.reversed.count)} of ${dollars(summary.reversed.amount)} in all, reversed since.`,
    )
  heading(pdf, 'By cause')
  const causes = openTable(pdf, spread(pdf, ['Cause', 'Donations', 'Given']))
  for (const { cause, count: number, amount } of summary.causes) causes.row([cause, String(number), dollars(amount)])
  causes.end()
  heading(pdf, 'By month')
  const months = openTable(pdf, spread(pdf, ['Month', 'Donations', 'Given']))
  for (const { month, count: number, amount } of summary.months)
    months.row([showMonth(month), String(number), dollars(amount)])
  months.end()

  heading(pdf, 'Donations')
  const [date, causeWidth, amounts] = [72, 110, 84]
  const width = doc.page.width - 2 * MARGIN
  const table = openTable(pdf, [
    { heading: 'Date (UTC)', width: date },
    { heading: 'Reference', width: width - date - causeWidth - amounts },
    { heading: 'Cause', width: causeWidth },
    { heading: 'Amount', width: amounts, align: 'right' },
  ])
  let drawn = 0
  for await (const some of lines)
    for (const { at, reference, cause, amount, reversedAt } of some) {
      const told = reversedAt ? `${reference} (reversed on ${showDay(reversedAt)}, not counted)` : reference
      table.row([at.toISOString().slice(0, 10), told, cause, dollars(amount)])
      drawn += 1
      if (drawn % LINES_AT_ONCE === 0) yield
    }
  table.end()
  if (drawn === 0) note(pdf, 'There are no donations in this year.')
  numberPage(pdf)
}

const count = (donations: number): string => `${donations} ${donations === 1 ? 'donation' : 'donations'}`
