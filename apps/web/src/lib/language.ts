import { isLanguage, LANGUAGES, SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import type { Catalogue } from '@trefoil/core/language/write-message'

// Known before any text is evaluated, so texts are plain values; to change the language, the page is loaded again.
// English has no catalogue and waits for nothing.
const page = typeof document === 'undefined' ? undefined : document.documentElement

const loaded = await readCatalogue(page?.dataset.catalogue)

/** Of the page's language; undefined in English, and outside of a page. `page/before-paint.js` chose the file. */
export const catalogue: Catalogue | undefined = loaded?.default

/** The file of texts that only some screens need: see `later/later-messages.ts`. */
export const laterFile: string | undefined = loaded?.later

/** What is drawn, and how dates are written. */
export const language: Language = catalogue && page && isLanguage(page.lang) ? page.lang : SOURCE_LANGUAGE

export const isRightToLeft = LANGUAGES[language].direction !== 'ltr'

/**
 * What says in other languages than English what the server says in English: whoever asks for it waits. Undefined in
 * English, and where it does not come, offline or during a deployment: the server's words are better than no page.
 */
export async function textsFrom<Texts>(load: () => Promise<Texts>): Promise<Texts | undefined> {
  if (language === SOURCE_LANGUAGE) return undefined
  try {
    return await load()
  } catch (problem) {
    console.warn('Some texts could not be loaded.', problem)
    return undefined
  }
}

type LanguageFile = { default: Catalogue; later: string }

async function readCatalogue(file: string | undefined): Promise<LanguageFile | undefined> {
  if (page === undefined || file === undefined) return undefined
  try {
    return (await import(/* @vite-ignore */ file)) as LanguageFile
  } catch (problem) {
    // Offline, or during a deployment: English is better than nothing.
    console.warn(`The texts of ${page.lang} could not be loaded.`, problem)
    Object.assign(page, { lang: SOURCE_LANGUAGE, dir: LANGUAGES[SOURCE_LANGUAGE].direction })
    return undefined
  }
}
