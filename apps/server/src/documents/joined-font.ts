import type { Font, Run } from './plain-font.ts'

/** A statement has few words of its own, and names. */
const WORDS_MAX = 5_000

/**
 * Sets text of a right-to-left script from right to left, with its letters joined. Shaping takes a millisecond a word, so
 * each word is shaped once.
 */
export function setJoined(font: Font): void {
  const known = new Map<string, Run>()
  const shape = (word: string): Run => {
    const found = known.get(word)
    if (found) return found
    if (known.size >= WORDS_MAX) known.clear()
    const made = scaled(font.font.layout(word, undefined, 'arab', undefined, 'rtl'), font.scale)
    known.set(word, made)
    return made
  }
  font.layout = (text) => {
    // Words and what is between them; the last one stands first on the line.
    const runs = text.split(/( +)/).toReversed().map(shape)
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    }
  }
}

/**
 * In thousandths of the font's size, as the library wants them. Readers of a document turn what stands from right to left
 * around, letter by letter. The letters of a glyph that stands for several are therefore written from the last one.
 */
function scaled({ glyphs, positions }: Run, scale: number): Run {
  const made = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
  }))
  const turned = glyphs.map(({ id, advanceWidth, codePoints }) => ({
    id,
    advanceWidth,
    codePoints: codePoints.toReversed(),
  }))
  return { glyphs: turned, positions: made, advanceWidth: made.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}
