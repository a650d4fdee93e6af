import type { Fonts, Weight } from './document-fonts.ts'
import type { Font } from './plain-font.ts'
import { setLines, type Direction, type Line } from './text-lines.ts'

/** A page in the direction of its language. */
export type DirectedPage = { doc: PDFKit.PDFDocument; fonts: Fonts; direction: Direction }

/** `x` is from where lines begin: from the right, if they run from right to left. */
type Box = {
  x: number
  y: number
  weight: Weight
  size: number
  /** To the page's margin, if it is missing. */
  width?: number | undefined
  align?: string | undefined
  lineGap?: number | undefined
  /** Where it is false, all is on one line. */
  lineBreak?: boolean | undefined
  link?: string | undefined
}

/** Writes text of any direction, as `doc.text` does with text from left to right. */
export function writeLines(page: DirectedPage, shown: string, box: Box): void {
  const { doc, fonts } = page
  const { x, weight, size, link, lineGap = 0 } = box
  const ascender = ascenderOf(page, weight)
  const height = lineHeight(page, box)
  let top = box.y
  for (const line of linesIn(page, shown, box)) {
    if (box.lineBreak !== false && top + height > doc.page.maxY()) {
      doc.continueOnNewPage()
      top = doc.page.margins.top
    }
    const left = leftOf(page, line, box)
    for (const piece of line.pieces) {
      const font = fonts.use(piece.script, weight)
      // On one baseline, whatever the font.
      const y = top + ((ascender - font.ascender) * size) / 1000
      doc.fontSize(size).text(piece.text, left + piece.x, y, { lineBreak: false, ...(link !== undefined && { link }) })
    }
    top += height + lineGap
  }
  fonts.use('latin', weight)
  doc.fontSize(size)
  doc.x = x
  doc.y = box.lineBreak === false ? box.y : top
}

export function heightOfLines(page: DirectedPage, shown: string, box: Omit<Box, 'x' | 'y'>): number {
  return linesIn(page, shown, { ...box, x: 0 }).length * (lineHeight(page, box) + (box.lineGap ?? 0))
}

export const widthOfLine = (page: DirectedPage, shown: string, box: Pick<Box, 'weight' | 'size'>): number =>
  linesIn(page, shown, { ...box, x: 0, lineBreak: false })[0]?.width ?? 0

const widthIn = ({ doc }: DirectedPage, { x, width }: Pick<Box, 'x' | 'width'>): number =>
  width ?? doc.page.width - doc.page.margins.right - x

function linesIn(page: DirectedPage, shown: string, box: Omit<Box, 'y'>): Line[] {
  const { weight, size, lineBreak } = box
  const width = lineBreak === false ? Infinity : widthIn(page, box)
  return setLines(page.fonts, shown, { direction: page.direction, weight, size, width })
}

function leftOf(page: DirectedPage, line: Line, box: Box): number {
  const width = box.lineBreak === false ? line.width : widthIn(page, box)
  const left = mirrored(page, box.x, width)
  const isAtRight = (box.align === 'right') !== (page.direction === 'rtl')
  return isAtRight ? left + width - line.width : left
}

/** Where something of this width has its left end. `start` is from where lines begin. */
export const mirrored = ({ doc, direction }: DirectedPage, start: number, width: number): number =>
  direction === 'rtl' ? doc.page.width - start - width : start

/** Arabic letters need more room above and below than the others. */
export function lineHeight(page: DirectedPage, { weight, size }: Pick<Box, 'weight' | 'size'>): number {
  const descender = Math.min(...fontsOf(page, weight).map((font) => font.descender))
  return ((ascenderOf(page, weight) - descender) * size) / 1000
}

const ascenderOf = (page: DirectedPage, weight: Weight): number =>
  Math.max(...fontsOf(page, weight).map((font) => font.ascender))

const fontsOf = ({ fonts, direction }: DirectedPage, weight: Weight): Font[] =>
  direction === 'rtl' ? [fonts.use('arabic', weight), fonts.use('latin', weight)] : [fonts.use('latin', weight)]
