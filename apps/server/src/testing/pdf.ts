import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { getDocumentProxy } from 'unpdf'

const { default: decode } = jsQR

type Tag = { role?: string; alt?: string; children?: Tag[] }

/** What a reader gets of a PDF. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(Uint8Array.from(bytes))
  const [{ info }, mark] = await Promise.all([document.getMetadata(), document.getMarkInfo()])
  const pages: string[] = []
  const tags: string[] = []
  const collect = ({ role, alt, children = [] }: Tag) => {
    if (role !== undefined) tags.push(alt === undefined ? role : `${role}: ${alt}`)
    children.forEach(collect)
  }
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
    collect((await page.getStructTree()) as Tag)
    if (number === 1) pageSize.set(document, page.view)
  }
  const { Title: title, Language: language } = info as { Title?: string; Language?: string }
  return { title, language, isMarked: mark?.Marked === true, tags, pages, size: pageSize.get(document)?.slice(2) }
}

const pageSize = new WeakMap<object, number[]>()

/** Poppler's, which many viewers are made of. */
export const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0

/** What poppler reads, as it stands on the pages. */
export async function pdftotext(bytes: Uint8Array): Promise<string> {
  const reader = spawn('pdftotext', ['-layout', '-', '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  reader.stdin.end(bytes)
  const [read, [status]] = await Promise.all([text(reader.stdout), once(reader, 'exit')])
  if (status !== 0) throw new Error(`pdftotext ended with ${String(status)}`)
  return read
}

const PIXELS_PER_POINT = 4

/** The QR code as a camera reads it, drawn from the rectangles of the page. */
export function readQr(bytes: Uint8Array): string | undefined {
  const rectangles = contentsOf(Buffer.from(bytes)).flatMap((content) =>
    Array.from(content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm), ([, ...numbers]) =>
      numbers.map((number) => Math.round(Number(number) * PIXELS_PER_POINT)),
    ),
  )
  const side = 900 * PIXELS_PER_POINT
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [left = 0, top = 0, width = 0, height = 0] of rectangles)
    for (let y = top; y < top + height; y += 1) pixels.fill(0, (y * side + left) * 4, (y * side + left + width) * 4)
  return decode(pixels, side, side)?.data
}

/** What readers take each glyph of its fonts for. */
export const lettersOfGlyphs = (bytes: Uint8Array): string[] =>
  contentsOf(Buffer.from(bytes))
    .filter((content) => content.includes('beginbfrange'))
    .flatMap((content) => Array.from(content.matchAll(/\[([^\]]*)\]/g), ([, listed = '']) => listed))
    .flatMap((listed) => Array.from(listed.matchAll(/<([^>]*)>/g), ([, hex = '']) => hex.replaceAll(' ', '')))
    .map((hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))

/** What the pages' compressed streams draw. */
const contentsOf = (file: Buffer): string[] =>
  Array.from(file.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs), ([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
