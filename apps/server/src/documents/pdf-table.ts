import { decorate, element, HAIRLINE, heightOf, MARGIN, MUTED, widthOf, write, type Element, type Pdf } from './pdf.ts'
import { nextPage } from './pdf-pieces.ts'
import { lineHeight } from './write-lines.ts'

export type Column = { heading: string; width: number; align?: 'right' }

const SIZE = 8.5
const STYLE = { size: SIZE, weight: 'regular' } as const
const PADDING = 3
const GAP = 8
const FOOT = 24

/** A table that goes on over pages. On each it is one of its own, with its headings, so that it can be written at once. */
export function openTable(pdf: Pdf, columns: readonly Column[]) {
  const { doc, root } = pdf
  let table: Element | undefined

  const begin = (): Element => {
    const begun = doc.struct('Table')
    root.add(begun)
    drawRow(begun, { cells: columns.map(({ heading }) => heading), tag: 'TH' })
    return begun
  }

  function drawRow(parent: Element, { cells, tag }: { cells: readonly string[]; tag: 'TH' | 'TD' }): void {
    const top = doc.y + PADDING
    const row = doc.struct('TR')
    parent.add(row)
    let x = MARGIN
    let bottom = top
    for (const [index, column] of columns.entries()) {
      const text = cells[index] ?? ''
      const placed = { ...placeOf(text, column, x), y: top, size: SIZE, ...(tag === 'TH' && { colour: MUTED }) }
      element(pdf, row, tag, () => write(pdf, text, placed), tag === 'TH' ? { scope: 'Column' } : {})
      // What is placed on a line does not move on to the next.
      bottom = Math.max(bottom, doc.y, top + lineHeight(pdf, STYLE))
      x += column.width
    }
    row.end()
    doc.x = MARGIN
    doc.y = bottom + PADDING
    decorate(pdf, () =>
      doc
        .moveTo(MARGIN, doc.y)
        .lineTo(doc.page.width - MARGIN, doc.y)
        .lineWidth(0.5)
        .stroke(HAIRLINE),
    )
  }

  return {
    row(cells: readonly string[]): void {
      if (!hasRoom(pdf, heightOfRow(cells))) {
        table?.end()
        table = undefined
        turnPage(pdf)
      }
      table ??= begin()
      drawRow(table, { cells, tag: 'TD' })
    },
    end(): void {
      table ??= begin()
      table.end()
    },
  }

  /** What fits on a line is placed there: to look for breaks in it takes most of the time. */
  function placeOf(text: string, column: Column, left: number) {
    const { width } = column
    const align = alignOf(column)
    const needed = widthOf(pdf, text, STYLE)
    if (needed > width - GAP)
      return { x: left, width: align === 'right' ? width : width - GAP, lineGap: 1, align: align ?? 'left' } as const
    return { x: align === 'right' ? left + width - needed : left, lineBreak: false }
  }

  /** Figures end at the right, one above the other; in a document from right to left, everything begins there. */
  function alignOf({ align }: Column): 'right' | undefined {
    return pdf.direction === 'rtl' ? undefined : align
  }

  function heightOfRow(cells: readonly string[]): number {
    const heights = columns.map(({ width }, index) => {
      const text = cells[index] ?? ''
      return widthOf(pdf, text, STYLE) <= width - GAP
        ? lineHeight(pdf, STYLE)
        : heightOf(pdf, text, { ...STYLE, width: width - GAP, lineGap: 1 })
    })
    return Math.max(...heights) + 2 * PADDING
  }
}

/** Above the foot of this page. */
export const hasRoom = ({ doc }: Pdf, height: number): boolean => doc.y + height <= doc.page.height - MARGIN - FOOT

export function turnPage(pdf: Pdf): void {
  numberPage(pdf)
  nextPage(pdf)
}

/** At the foot, outside of what is read aloud. */
export function numberPage(pdf: Pdf): void {
  const { doc } = pdf
  const number = doc.bufferedPageRange().start + 1
  decorate(pdf, () => {
    const { bottom } = doc.page.margins
    // Else the library would begin another page for it.
    doc.page.margins.bottom = 0
    write(pdf, pdf.texts.page({ number }), {
      x: MARGIN,
      y: doc.page.height - MARGIN - 4,
      size: 8,
      colour: MUTED,
      lineBreak: false,
    })
    doc.page.margins.bottom = bottom
  })
}
