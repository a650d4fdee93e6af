import { createRequire } from 'node:module'
import { setJoined } from './joined-font.ts'
import { fontOf, setPlainly, type Font } from './plain-font.ts'

const { resolve } = createRequire(import.meta.url)
const latin = (path: string): string => resolve(`@expo-google-fonts/inter/${path}`)
const arabic = (path: string): string => resolve(`@expo-google-fonts/ibm-plex-sans-arabic/${path}`)

const FILES = {
  latin: { regular: latin('400Regular/Inter_400Regular.ttf'), strong: latin('600SemiBold/Inter_600SemiBold.ttf') },
  arabic: {
    regular: arabic('400Regular/IBMPlexSansArabic_400Regular.ttf'),
    strong: arabic('600SemiBold/IBMPlexSansArabic_600SemiBold.ttf'),
  },
}
export type Script = keyof typeof FILES
export type Weight = keyof (typeof FILES)['latin']

export type Fonts = {
  /** What is written next is written with it. */
  use: (script: Script, weight: Weight) => Font
  has: (script: Script, character: string) => boolean
}

/** The fonts of a document. A file is read when it is first used: few documents need all of them. */
export function openFonts(doc: PDFKit.PDFDocument): Fonts {
  const opened = new Map<string, Font>()
  const use = (script: Script, weight: Weight): Font => {
    const name = `${script} ${weight}`
    const known = opened.get(name)
    if (known) {
      doc.font(name)
      return known
    }
    doc.registerFont(name, FILES[script][weight]).font(name)
    const font = fontOf(doc)
    if (script === 'arabic') setJoined(font)
    else setPlainly(font)
    opened.set(name, font)
    return font
  }
  const found = { latin: new Map<string, boolean>(), arabic: new Map<string, boolean>() }
  return {
    use,
    has(script, character) {
      const known = found[script].get(character)
      if (known !== undefined) return known
      // Both weights have the same characters.
      const has = use(script, 'regular').font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
      found[script].set(character, has)
      return has
    },
  }
}
