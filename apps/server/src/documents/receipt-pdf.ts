import { show, usd } from '@trefoil/core/money'
import { encodeQR } from 'qr'
import type { Receipt } from './receipt.ts'
import {
  BRAND,
  decorate,
  drawLetterhead,
  element,
  HAIRLINE,
  MARGIN,
  MUTED,
  openPdf,
  TEXT_SIZE,
  write,
  type Paper,
  type Pdf,
} from './pdf.ts'
import { showMoment } from './show-moment.ts'

const QR_SIZE = 132
const LABEL_WIDTH = 120
const ROW_GAP = 9

type Made = { receipt: Receipt; verifyAt: string; paper: Paper }

/** One page, unless the cause has many words, as a stream. */
export function makeReceiptPdf({ receipt, verifyAt, paper }: Made): PDFKit.PDFDocument {
  const pdf = openPdf({ title: `Receipt ${receipt.reference}`, paper })
  const { doc, root } = pdf
  const width = doc.page.width - 2 * MARGIN
  drawLetterhead(pdf)
  element(pdf, root, 'H1', () => write(pdf, 'Donation receipt', { size: 24, weight: 'strong' }))
  doc.moveDown(0.4)
  element(pdf, root, 'P', () =>
    write(pdf, show(usd(receipt.amount)), { size: 32, weight: 'strong', colour: BRAND, width }),
  )
  doc.moveDown(0.2)
  element(pdf, root, 'P', () => write(pdf, 'Thank you for giving.', { colour: MUTED, width }))
  if (receipt.reversedAt) {
    doc.moveDown(0.6)
    element(pdf, root, 'P', () =>
      write(pdf, `This donation was reversed on ${showMoment(receipt.reversedAt ?? receipt.at)}.`, {
        weight: 'strong',
        colour: '#B3261E',
        width,
      }),
    )
  }
  doc.moveDown(1.2)
  drawFacts(pdf, [
    ['Reference', receipt.reference],
    ['Amount', `${show(usd(receipt.amount))} (US dollars)`],
    ['Date', showMoment(receipt.at)],
    ['Given by', receipt.name],
    ['Cause', receipt.cause],
    ['Log position', receipt.position],
  ])
  doc.y += 18
  drawVerification(pdf, verifyAt)
  // What was taken back cannot be deducted.
  if (!receipt.reversedAt) drawDeductible(pdf, receipt.deductible)
  root.end()
  doc.end()
  return doc
}

function drawFacts(pdf: Pdf, facts: [name: string, value: string][]): void {
  const { doc, root } = pdf
  const right = doc.page.width - MARGIN
  const table = doc.struct('Table')
  root.add(table)
  for (const [name, value] of facts) {
    const top = doc.y
    line(pdf, top)
    const row = doc.struct('TR')
    table.add(row)
    const y = top + ROW_GAP
    const label = () => write(pdf, name, { x: MARGIN, y, width: LABEL_WIDTH, colour: MUTED })
    element(pdf, row, 'TH', label, { scope: 'Row' })
    element(pdf, row, 'TD', () =>
      write(pdf, value, { x: MARGIN + LABEL_WIDTH, y, width: right - MARGIN - LABEL_WIDTH }),
    )
    row.end()
    doc.y += ROW_GAP
  }
  table.end()
  line(pdf, doc.y)
  doc.x = MARGIN
}

const line = (pdf: Pdf, y: number) =>
  decorate(pdf, () =>
    pdf.doc
      .moveTo(MARGIN, y)
      .lineTo(pdf.doc.page.width - MARGIN, y)
      .lineWidth(0.75)
      .stroke(HAIRLINE),
  )

function drawVerification(pdf: Pdf, verifyAt: string): void {
  const { doc, root } = pdf
  const top = doc.y
  element(pdf, root, 'Figure', () => drawQr(doc, verifyAt, { x: MARGIN, y: top }), {
    alt: `QR code of ${verifyAt}`,
    bbox: [MARGIN, top, MARGIN + QR_SIZE, top + QR_SIZE],
  })
  const x = MARGIN + QR_SIZE + 20
  const width = doc.page.width - MARGIN - x
  element(pdf, root, 'H2', () => write(pdf, 'Is it genuine?', { x, y: top + 10, size: 12, weight: 'strong', width }))
  doc.moveDown(0.4)
  element(pdf, root, 'P', () =>
    write(
      pdf,
      'Scan the code, or open the address below. The page says whether this receipt is genuine, with its amount, ' +
        'date, cause and log position, and nothing about who gave.',
      { x, colour: MUTED, width },
    ),
  )
  doc.moveDown(0.4)
  element(pdf, root, 'Link', () => write(pdf, verifyAt, { x, size: 9, colour: BRAND, width, link: verifyAt }))
  doc.x = MARGIN
  doc.y = Math.max(doc.y, top + QR_SIZE)
}

/** In the cause's words only: whether a donation is deductible is not ours to say. */
function drawDeductible(pdf: Pdf, deductible: Receipt['deductible']): void {
  if (deductible.length === 0) return
  const { doc, root } = pdf
  const width = doc.page.width - 2 * MARGIN
  doc.y += 22
  element(pdf, root, 'H2', () => write(pdf, 'For your tax return', { size: 12, weight: 'strong', width }))
  const countries = new Intl.DisplayNames('en', { type: 'region' })
  for (const { jurisdiction, words } of deductible) {
    const text = `${countries.of(jurisdiction) ?? jurisdiction}: ${words}`
    doc.y += 6
    doc.font('regular').fontSize(TEXT_SIZE)
    if (doc.y + doc.heightOfString(text, { width }) > doc.page.height - MARGIN) doc.addPage()
    element(pdf, root, 'P', () => write(pdf, text, { width }))
  }
}

/** Dark squares side by side are one rectangle: between two, some readers show a light line. */
function drawQr(doc: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  // The page's own margin is the quiet zone.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const side = QR_SIZE / rows.length
  for (const [row, squares] of rows.entries()) {
    let from = -1
    for (let column = 0; column <= squares.length; column += 1) {
      const isDark = squares[column] === true
      if (isDark && from === -1) from = column
      if (!isDark && from !== -1) {
        doc.rect(x + from * side, y + row * side, (column - from) * side, side * 1.02)
        from = -1
      }
    }
  }
  doc.fill('#000000')
}
