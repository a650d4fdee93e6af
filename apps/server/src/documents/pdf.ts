import { LANGUAGES, type Language } from '@trefoil/core/language/languages'
import { isolated } from '@trefoil/core/language/write-message'
import PdfDocument from 'pdfkit'
import { documentTexts, type DocumentTexts } from './copy.ts'
import { openFonts, type Weight } from './document-fonts.ts'
import { makeShowable, type Showable } from './showable.ts'
import { hasRightToLeft } from './text-lines.ts'
import { heightOfLines, mirrored, widthOfLine, writeLines, type DirectedPage } from './write-lines.ts'

export type Paper = 'A4' | 'letter'

export const MARGIN = 56
export const TEXT_SIZE = 10.5
const INK = '#14211B'
export const MUTED = '#5B675F'
export const BRAND = '#206F48'
export const HAIRLINE = '#E6E3DA'

export type Element = PDFKit.PDFStructureElement

/**
 * A tagged document with embedded fonts: what is drawn is either an element of its structure or an artifact. Places are
 * as in a document from left to right: `write` and `mirrored` turn them around in the others.
 */
export type Pdf = DirectedPage & {
  /** Its whole content. */
  root: Element
  showable: (text: string) => Showable
  language: Language
  texts: DocumentTexts
}

/** `title` names no person: it is also written into the file's metadata, without any escape. */
type Opened = { title: (texts: DocumentTexts) => string; paper: Paper; language: Language }

export function openPdf({ title, paper, language }: Opened): Pdf {
  const texts = documentTexts(language)
  const { direction } = LANGUAGES[language]
  const doc = new PdfDocument({
    size: paper === 'A4' ? 'A4' : 'LETTER',
    margin: MARGIN,
    // Else the library would open a file for every text.
    font: '',
    pdfVersion: '1.7',
    // The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-3',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: withoutIsolates(title(texts)), Author: 'Trefoil', Creator: 'Trefoil', Producer: 'Trefoil' },
  })
  const fonts = openFonts(doc)
  // What readers say of a link. The library would leave it empty.
  const link = doc.link.bind(doc)
  doc.link = (x, y, width, height, url, options) =>
    link(x, y, width, height, url, { ...options, Contents: Object(url) as string })
  const root = doc.struct('Document')
  doc.addStructure(root)
  fonts.use('latin', 'regular')
  return { doc, fonts, direction, root, showable: makeShowable(fonts, direction), language, texts }
}

/** For what is no part of a page. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')

type Style = { size?: number; weight?: Weight; colour?: string }
type Placed = Style & PDFKit.Mixins.TextOptions & { x?: number; y?: number }

/** Draws text as it can be shown. What the fonts lack is in the file nevertheless, for readers and for copying. */
export function write(pdf: Pdf, text: string, placed: Placed = {}): void {
  const { doc, fonts } = pdf
  const { size = TEXT_SIZE, weight = 'regular', colour = INK, x = doc.x, y = doc.y, ...options } = placed
  const { shown, actual } = pdf.showable(text)
  doc.fillColor(colour)
  if (actual !== undefined) doc.markContent('Span', { actual })
  if (runsPlainly(pdf, shown)) {
    fonts.use('latin', weight)
    doc.fontSize(size).text(shown, x, y, options)
  } else {
    const { width, align, lineGap, lineBreak } = options
    const link = typeof options.link === 'string' ? options.link : undefined
    writeLines(pdf, shown, { x, y, size, weight, width, align, lineGap, lineBreak, link })
  }
  if (actual !== undefined) doc.endMarkedContent()
}

type Measured = Required<Omit<Style, 'colour'>>

/** On one line. */
export function widthOf(pdf: Pdf, text: string, { size, weight }: Measured): number {
  const { shown } = pdf.showable(text)
  if (!runsPlainly(pdf, shown)) return widthOfLine(pdf, shown, { size, weight })
  pdf.fonts.use('latin', weight)
  return pdf.doc.fontSize(size).widthOfString(shown)
}

export function heightOf(pdf: Pdf, text: string, box: Measured & { width: number; lineGap?: number }): number {
  const { shown } = pdf.showable(text)
  const { size, weight, width, lineGap = 0 } = box
  if (!runsPlainly(pdf, shown)) return heightOfLines(pdf, shown, box)
  pdf.fonts.use('latin', weight)
  return pdf.doc.fontSize(size).heightOfString(shown, { width, lineGap })
}

/** From left to right as a whole, which the library itself can do. */
const runsPlainly = ({ direction }: Pdf, shown: string): boolean => direction === 'ltr' && !hasRightToLeft(shown)

/** A value on its own, such as a name: it keeps its direction, whatever that of the document. */
export const valueIn = ({ direction }: Pdf, value: string): string => (direction === 'rtl' ? isolated(value) : value)

/** Decoration: no reader speaks of it. */
export function decorate({ doc }: Pdf, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save()
  draw()
  doc.restore()
  doc.endMarkedContent()
}

type ElementOptions = { alt?: string; scope?: 'Row' | 'Column'; bbox?: [number, number, number, number] }

/** A paragraph, heading, cell or the like, drawn at once. */
export function element(pdf: Pdf, parent: Element, type: string, draw: () => void, options: ElementOptions = {}): void {
  parent.add(pdf.doc.struct(type, options, [draw]))
}

const LEAF = 'M32 33C21 26 20.5 12.5 32 4C43.5 12.5 43 26 32 33Z'

const MARK_SIZE = 32

/** The mark and the name, at the top. */
export function drawLetterhead(pdf: Pdf): void {
  const { doc } = pdf
  decorate(pdf, () => {
    doc.translate(mirrored(pdf, MARGIN, MARK_SIZE), MARGIN - 8).scale(MARK_SIZE / 64)
    for (const angle of [0, 120, 240]) {
      doc.save()
      doc
        .rotate(angle, { origin: [32, 35] })
        .path(LEAF)
        .fill(BRAND)
      doc.restore()
    }
  })
  element(pdf, pdf.root, 'P', () =>
    write(pdf, 'Trefoil', { x: MARGIN + 40, y: MARGIN - 2, size: 16, weight: 'strong', colour: BRAND }),
  )
  doc.x = MARGIN
  doc.y = MARGIN + 44
}
