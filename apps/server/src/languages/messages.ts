import { readFileSync } from 'node:fs'
import { compileMessageOrThrow as compileMessage } from '@lingui/message-utils/compileMessage'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import { translated, type Texts } from '@trefoil/core/language/translate'
import type { Message } from '@trefoil/core/language/write-message'

/**
 * The texts of a group in any language. What is written in the call is English, and the source that the files beside
 * this one translate: `npm run check` reads it there. A language is read when somebody first needs it.
 */
export function messages<const English extends Texts>(group: string, english: English): (of: Language) => English {
  const known = new Map<Language, English>([[SOURCE_LANGUAGE, english]])
  return (language) => {
    const texts = known.get(language) ?? translate(group, english, language)
    known.set(language, texts)
    return texts
  }
}

function translate<const English extends Texts>(group: string, english: English, language: Language): English {
  const translations = readTranslations(language)
  const find = (path: string): Message | undefined => {
    const message = translations[`${group}.${path}`]
    return message === undefined ? undefined : (compileMessage(message) as Message)
  }
  return translated(english, {
    find,
    writing: { language, isolatesValues: LANGUAGES[language].direction === 'rtl' },
  })
}

const files = new Map<Language, Record<string, string>>()

function readTranslations(language: Language): Record<string, string> {
  const known = files.get(language)
  if (known) return known
  const read = JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as Record<string, string>
  files.set(language, read)
  return read
}
