import { LANGUAGES, type Language } from '@trefoil/core/language/languages'
import { chooseLanguage } from '../lib/choose-language.ts'
import { language } from '../lib/language.ts'

/** Each language by its own name, for whoever does not read the present one. Styled in `base.css`. */
export function LanguageSelect({ label, id }: { label: string; id?: string }) {
  return (
    <select
      id={id}
      aria-label={label}
      className="language-select"
      value={language}
      onChange={({ target }) => chooseLanguage(target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, { name }]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
