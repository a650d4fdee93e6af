import { readFile } from 'node:fs/promises'
import { LANGUAGES, SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import type { Translations } from './compile.ts'

export const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== SOURCE_LANGUAGE)

export async function readTranslations(language: string): Promise<Translations> {
  const file = new URL(`../src/languages/${language}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Translations
}
