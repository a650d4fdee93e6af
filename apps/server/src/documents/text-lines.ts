import bidiFactory, { type Bidi } from 'bidi-js'
import type { Fonts, Script, Weight } from './document-fonts.ts'

export type Direction = 'ltr' | 'rtl'

/** Part of a line that is of one direction and one font. `x` is from the line's left end. */
type Piece = { text: string; script: Script; x: number; width: number }
/** Its pieces are in the order of reading. */
export type Line = { pieces: Piece[]; width: number }

type Setting = { direction: Direction; weight: Weight; size: number; width: number }
type Letter = { letter: string; level: number; script: Script }
type Segment = { text: string; script: Script; level: number; width: number }

// Its types describe another kind of module than it is.
const bidi = (bidiFactory as unknown as () => Bidi)()

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ISOLATES = /[\u2066-\u2069]/

/** Whether some of it runs from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Breaks a paragraph into lines of at most `width`, each ordered as the Unicode bidirectional algorithm has it. */
export function setLines(fonts: Fonts, paragraph: string, setting: Setting): Line[] {
  const whole = hasRightToLeft(paragraph) ? undefined : plainLine(fonts, paragraph, setting)
  if (whole && whole.width <= setting.width) return [whole]
  const letters = lettersOf(fonts, paragraph, setting.direction)
  const lines: Line[] = []
  let line: Letter[] = []
  let used = 0
  const end = () => {
    lines.push(ordered(segmentsOf(fonts, withoutLastSpaces(line), setting)))
    line = []
    used = 0
  }
  for (const { word, spaces } of wordsOf(letters)) {
    const needed = widthOf(fonts, word, setting)
    if (line.length > 0 && used + needed > setting.width) end()
    let rest = word
    while (needed > setting.width && rest.length > 1) {
      const fitting = countFitting(fonts, rest, setting)
      if (fitting === rest.length) break
      line = rest.slice(0, fitting)
      rest = rest.slice(fitting)
      end()
    }
    line.push(...rest)
    line.push(...spaces)
    used = widthOf(fonts, line, setting)
  }
  end()
  return lines
}

/** Of one direction only, as most are. */
function plainLine(fonts: Fonts, text: string, { weight, size }: Setting): Line {
  const width = (fonts.use('latin', weight).layout(text).advanceWidth * size) / 1000
  return { pieces: [{ text, script: 'latin', x: 0, width }], width }
}

/** With the direction and the font of each. Brackets that run from right to left are mirrored. */
function lettersOf(fonts: Fonts, text: string, direction: Direction): Letter[] {
  const levels = hasRightToLeft(text) ? bidi.getEmbeddingLevels(text, direction).levels : undefined
  const letters: Letter[] = []
  let index = 0
  for (const character of text) {
    const level = levels?.[index] ?? 0
    index += character.length
    if (ISOLATES.test(character)) continue
    const isReversed = level % 2 === 1
    const letter = isReversed ? (bidi.getMirroredCharacter(character) ?? character) : character
    const [preferred, other] = isReversed ? (['arabic', 'latin'] as const) : (['latin', 'arabic'] as const)
    letters.push({ letter, level, script: fonts.has(preferred, letter) ? preferred : other })
  }
  return letters
}

const isSpace = ({ letter }: Letter): boolean => letter === ' '

function* wordsOf(letters: readonly Letter[]): Generator<{ word: Letter[]; spaces: Letter[] }> {
  for (let at = 0; at < letters.length;) {
    const [begun, word, spaces]: [number, Letter[], Letter[]] = [at, [], []]
    for (let each = letters[at]; each && !isSpace(each); each = letters[(at += 1)]) word.push(each)
    for (let each = letters[at]; each && isSpace(each); each = letters[(at += 1)]) spaces.push(each)
    if (at === begun) return
    yield { word, spaces }
  }
}

const withoutLastSpaces = (line: readonly Letter[]): Letter[] =>
  line.slice(0, line.findLastIndex((each) => !isSpace(each)) + 1)

/** How many of them go on a line, at least one. Each look shapes them anew, so few are taken. */
function countFitting(fonts: Fonts, letters: readonly Letter[], setting: Setting): number {
  let [fits, over] = [1, letters.length + 1]
  while (over - fits > 1) {
    const tried = Math.floor((fits + over) / 2)
    if (widthOf(fonts, letters.slice(0, tried), setting) > setting.width) over = tried
    else fits = tried
  }
  return fits
}

const widthOf = (fonts: Fonts, letters: readonly Letter[], setting: Setting): number =>
  segmentsOf(fonts, letters, setting).reduce((sum, { width }) => sum + width, 0)

function segmentsOf(fonts: Fonts, letters: readonly Letter[], { weight, size }: Setting): Segment[] {
  const segments: Omit<Segment, 'width'>[] = []
  for (const { letter, level, script } of letters) {
    const last = segments.at(-1)
    // The Arabic font sets everything from right to left, its digits as well, and the other one nothing.
    const isTurned = (script === 'latin') === (level % 2 === 1)
    if (last?.level === level && last.script === script) last.text = isTurned ? letter + last.text : last.text + letter
    else segments.push({ text: letter, script, level })
  }
  return segments.map((segment) => {
    const { advanceWidth } = fonts.use(segment.script, weight).layout(segment.text)
    return { ...segment, width: (advanceWidth * size) / 1000 }
  })
}

/** Rule L2: from the highest level down, what is of that level or higher is reversed. */
function ordered(segments: readonly Segment[]): Line {
  const visual = [...segments]
  const levels = segments.map(({ level }) => level)
  for (let level = Math.max(...levels, 0); level > 0; level -= 1)
    for (let from = 0; from < visual.length;) {
      let to = from
      while ((visual[to]?.level ?? -1) >= level) to += 1
      visual.splice(from, to - from, ...visual.slice(from, to).toReversed())
      from = to + 1
    }
  const places = new Map<Segment, number>()
  let width = 0
  for (const segment of visual) {
    places.set(segment, width)
    width += segment.width
  }
  const pieces = segments.map((segment) => ({ ...segment, x: places.get(segment) ?? 0 }))
  return { pieces: pieces.map(({ text, script, x, width: own }) => ({ text, script, x, width: own })), width }
}
