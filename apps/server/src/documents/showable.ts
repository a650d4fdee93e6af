import { fontOf } from './plain-font.ts'

/** `actual` is there if it differs from what is shown. */
export type Showable = { shown: string; actual?: string }

/** In place of characters that the font lacks: they would all become the same empty box. */
const LEFT_OUT = '…'

/** Every font has these. */
const PLAIN = /^[ -~]*$/

/** Control characters, and what changes the writing direction or is not seen at all. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** What a document's font can show of a text. */
export function makeShowable(doc: PDFKit.PDFDocument): (text: string) => Showable {
  // Both weights of the font have the same characters.
  const { font } = fontOf(doc)
  const known = new Map<string, boolean>()
  const has = (character: string): boolean => {
    const remembered = known.get(character)
    if (remembered !== undefined) return remembered
    const found = font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    known.set(character, found)
    return found
  }
  return (text) => {
    if (PLAIN.test(text)) return { shown: text }
    const composed = text.normalize('NFC').replace(UNSEEN, ' ').toWellFormed()
    let shown = ''
    for (const character of composed) {
      if (has(character)) shown += character
      else if (!shown.endsWith(LEFT_OUT)) shown += LEFT_OUT
    }
    return shown === composed ? { shown } : { shown, actual: composed }
  }
}
