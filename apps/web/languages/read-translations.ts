import { readFile } from 'node:fs/promises'
import { LANGUAGES, SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import type { Translations } from './compile.ts'
import { SOURCES, type SourceName } from './read-messages.ts'

export const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== SOURCE_LANGUAGE)

export async function readTranslations(language: string, of: SourceName = 'web'): Promise<Translations> {
  const file = new URL(`languages/${language}.json`, SOURCES[of].code)
  return JSON.parse(await readFile(file, 'utf8')) as Translations
}
