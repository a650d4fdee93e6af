import type { Language } from '@trefoil/core/language/languages'
import { show, usd } from '@trefoil/core/money'
import { encodeQR } from 'qr'
import type { Receipt } from './receipt.ts'
import {
  BRAND,
  decorate,
  drawLetterhead,
  element,
  HAIRLINE,
  heightOf,
  MARGIN,
  MUTED,
  openPdf,
  TEXT_SIZE,
  valueIn,
  withoutIsolates,
  write,
  type Paper,
  type Pdf,
} from './pdf.ts'
import { showMoment } from './show-moment.ts'
import { mirrored } from './write-lines.ts'

const QR_SIZE = 132
const LABEL_WIDTH = 120
const ROW_GAP = 9

type Made = { receipt: Receipt; verifyAt: string; paper: Paper; language: Language }

/** One page, unless the cause has many words, as a stream. */
export function makeReceiptPdf({ receipt, verifyAt, paper, language }: Made): PDFKit.PDFDocument {
  const { reference } = receipt
  const pdf = openPdf({ title: (texts) => texts.receipt.titleOf({ reference }), paper, language })
  const text = pdf.texts.receipt
  const amount = show(usd(receipt.amount))
  const { doc, root } = pdf
  const width = doc.page.width - 2 * MARGIN
  drawLetterhead(pdf)
  element(pdf, root, 'H1', () => write(pdf, text.title, { size: 24, weight: 'strong' }))
  doc.moveDown(0.4)
  element(pdf, root, 'P', () => write(pdf, amount, { size: 32, weight: 'strong', colour: BRAND, width }))
  doc.moveDown(0.2)
  element(pdf, root, 'P', () => write(pdf, text.thanks, { colour: MUTED, width }))
  if (receipt.reversedAt) {
    doc.moveDown(0.6)
    element(pdf, root, 'P', () =>
      write(pdf, text.reversed({ time: showMoment(receipt.reversedAt ?? receipt.at, language) }), {
        weight: 'strong',
        colour: '#B3261E',
        width,
      }),
    )
  }
  doc.moveDown(1.2)
  drawFacts(pdf, [
    [text.reference, reference],
    [text.amount, text.dollars({ amount })],
    [text.date, showMoment(receipt.at, language)],
    [text.givenBy, valueIn(pdf, receipt.name)],
    [text.cause, valueIn(pdf, receipt.cause)],
    [text.position, receipt.position],
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
  const text = pdf.texts.receipt
  const top = doc.y
  const left = mirrored(pdf, MARGIN, QR_SIZE)
  element(pdf, root, 'Figure', () => drawQr(doc, verifyAt, { x: left, y: top }), {
    alt: withoutIsolates(text.code({ link: verifyAt })),
    bbox: [left, top, left + QR_SIZE, top + QR_SIZE],
  })
  const x = MARGIN + QR_SIZE + 20
  const width = doc.page.width - MARGIN - x
  element(pdf, root, 'H2', () => write(pdf, text.isGenuine, { x, y: top + 10, size: 12, weight: 'strong', width }))
  doc.moveDown(0.4)
  element(pdf, root, 'P', () => write(pdf, text.scan, { x, colour: MUTED, width }))
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
  element(pdf, root, 'H2', () => write(pdf, pdf.texts.receipt.taxes, { size: 12, weight: 'strong', width }))
  const countries = new Intl.DisplayNames(pdf.language, { type: 'region' })
  for (const { jurisdiction, words } of deductible) {
    const text = `${countries.of(jurisdiction) ?? jurisdiction}: ${valueIn(pdf, words)}`
    doc.y += 6
    const height = heightOf(pdf, text, { size: TEXT_SIZE, weight: 'regular', width })
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
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
