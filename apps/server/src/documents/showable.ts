import type { Fonts } from './document-fonts.ts'
import { hasRightToLeft, type Direction } from './text-lines.ts'

/** `actual` is there if it differs from what is shown. */
export type Showable = { shown: string; actual?: string }

/** In place of characters that the font lacks: they would all become the same empty box. */
const LEFT_OUT = '…'

/** Every font has these. */
const PLAIN = /^[ -~]*$/

/** Control characters, and what changes the writing direction or is not seen at all, other than isolates. */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb]/gu

/** They order what is in a text, and have no shape. */
const ISOLATES = /[\u2066-\u2069]/g

/** What a document's fonts can show of a text. Where lines run from left to right, we write no isolates: others may not. */
export function makeShowable({ has }: Fonts, direction: Direction): (text: string) => Showable {
  return (text) => {
    if (PLAIN.test(text)) return { shown: text }
    const mixed = hasRightToLeft(text)
    const isOrdered = mixed && direction === 'rtl'
    const composed = (isOrdered ? text : text.replace(ISOLATES, ''))
      .normalize('NFC')
      .replace(UNSEEN, ' ')
      .toWellFormed()
    let shown = ''
    for (const character of composed) {
      if (character.match(ISOLATES) || has('latin', character) || (mixed && has('arabic', character)))
        shown += character
      else if (!shown.endsWith(LEFT_OUT)) shown += LEFT_OUT
    }
    return shown === composed ? { shown } : { shown, actual: composed.replace(ISOLATES, '') }
  }
}
