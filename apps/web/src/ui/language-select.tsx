import { LANGUAGES, type Language } from '@trefoil/core/language/languages'
import { chooseLanguage } from '../lib/choose-language.ts'
import { language } from '../lib/language.ts'

type Props = {
  label: string
  id?: string
  /** Awaited before the page is loaded again. */
  onChoose?: (language: Language) => Promise<unknown>
}

/** Each language by its own name, for whoever does not read the present one. Styled in `base.css`. */
export function LanguageSelect({ label, id, onChoose }: Props) {
  const choose = async (chosen: Language) => {
    await onChoose?.(chosen)
    chooseLanguage(chosen)
  }
  return (
    <select
      id={id}
      aria-label={label}
      className="language-select"
      value={language}
      onChange={({ target }) => void choose(target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, { name }]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
