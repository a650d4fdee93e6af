import { translated, type Texts } from '@trefoil/core/language/translate'
import type { Writing } from '@trefoil/core/language/write-message'
import { catalogue, isRightToLeft, language } from './language.ts'

export { plural } from '@trefoil/core/language/translate'

export const writing: Writing = { language, isolatesValues: isRightToLeft }

/**
 * The texts of a group, in the language of the page. What is written in the call is English, and the source that
 * `src/languages` translates: `npm run check` reads it there and says what cannot be translated.
 */
export function messages<const English extends Texts>(group: string, english: English): English {
  const translations = catalogue?.[group]?.values()
  return translations ? translated(english, { find: () => translations.next().value, writing }) : english
}
