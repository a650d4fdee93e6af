type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }
type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
export type Run = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number }

/** What is used of the library's font, which its types do not tell of. */
export type Font = {
  scale: number
  ascender: number
  descender: number
  layout: (text: string) => Run
  font: {
    glyphForCodePoint(point: number): Glyph
    hasGlyphForCodePoint(point: number): boolean
    layout(text: string, features: undefined, script: string, language: undefined, direction: 'rtl'): Run
  }
}

/**
 * Sets character after character. All that is shown in it is composed Latin, Greek or Cyrillic, which needs no shaping;
 * and shaping takes a millisecond a word, so that long statements would take hours.
 */
export function setPlainly(font: Font): void {
  const known = new Map<string, { glyph: Glyph; position: Position }>()
  const lookUp = (character: string) => {
    const found = known.get(character)
    if (found) return found
    const glyph = font.font.glyphForCodePoint(character.codePointAt(0) ?? 0)
    const xAdvance = glyph.advanceWidth * font.scale
    const made = { glyph, position: { xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: xAdvance } }
    known.set(character, made)
    return made
  }
  font.layout = (text) => {
    const run: Run = { glyphs: [], positions: [], advanceWidth: 0 }
    for (const character of text) {
      const { glyph, position } = lookUp(character)
      run.glyphs.push(glyph)
      run.positions.push(position)
      run.advanceWidth += position.xAdvance
    }
    return run
  }
}

/** The one that a document writes with now. */
export const fontOf = (doc: PDFKit.PDFDocument): Font => (doc as unknown as Record<'_font', Font>)['_font']
