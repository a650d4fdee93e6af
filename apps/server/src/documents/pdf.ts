import { createRequire } from 'node:module'
import type { Language } from '@trefoil/core/language/languages'
import PdfDocument from 'pdfkit'
import { documentTexts, type DocumentTexts } from './copy.ts'
import { fontOf, setPlainly } from './plain-font.ts'
import { makeShowable, type Showable } from './showable.ts'

export type Paper = 'A4' | 'letter'

export const MARGIN = 56
export const TEXT_SIZE = 10.5
const INK = '#14211B'
export const MUTED = '#5B675F'
export const BRAND = '#206F48'
export const HAIRLINE = '#E6E3DA'

const { resolve } = createRequire(import.meta.url)
const fontFile = (path: string): string => resolve(`@expo-google-fonts/inter/${path}`)
const FONTS = {
  regular: fontFile('400Regular/Inter_400Regular.ttf'),
  strong: fontFile('600SemiBold/Inter_600SemiBold.ttf'),
}
export type Weight = keyof typeof FONTS

export type Element = PDFKit.PDFStructureElement

/** A tagged document with embedded fonts: what is drawn is either an element of its structure or an artifact. */
export type Pdf = {
  doc: PDFKit.PDFDocument
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
    info: { Title: title(texts), Author: 'Trefoil', Creator: 'Trefoil', Producer: 'Trefoil' },
  })
  for (const [name, file] of Object.entries(FONTS)) {
    doc.registerFont(name, file).font(name)
    setPlainly(fontOf(doc))
  }
  // What readers say of a link. The library would leave it empty.
  const link = doc.link.bind(doc)
  doc.link = (x, y, width, height, url, options) =>
    link(x, y, width, height, url, { ...options, Contents: Object(url) as string })
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.font('regular')
  return { doc, root, showable: makeShowable(doc), language, texts }
}

type Style = { size?: number; weight?: Weight; colour?: string }
type Placed = Style & PDFKit.Mixins.TextOptions & { x?: number; y?: number }

/** Draws text as it can be shown. What the font lacks is in the file nevertheless, for readers and for copying. */
export function write({ doc, showable }: Pdf, text: string, placed: Placed = {}): void {
  const { size = TEXT_SIZE, weight = 'regular', colour = INK, x, y, ...options } = placed
  const { shown, actual } = showable(text)
  doc.font(weight).fontSize(size).fillColor(colour)
  if (actual !== undefined) doc.markContent('Span', { actual })
  doc.text(shown, x ?? doc.x, y ?? doc.y, options)
  if (actual !== undefined) doc.endMarkedContent()
}

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

/** The mark and the name, at the top. */
export function drawLetterhead(pdf: Pdf): void {
  const { doc } = pdf
  decorate(pdf, () => {
    doc.translate(MARGIN, MARGIN - 8).scale(0.5)
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
