import { COUNTRIES } from '@trefoil/core/consent/countries'
import { language } from './language.ts'

const names = new Intl.DisplayNames([language], { type: 'region' })

export const countryName = (code: string): string => names.of(code) ?? code

/** By name, as the language orders them. */
export const countryOptions = (): { value: string; label: string }[] => {
  const { compare } = new Intl.Collator(language)
  return COUNTRIES.map((value) => ({ value, label: countryName(value) })).toSorted((one, other) =>
    compare(one.label, other.label),
  )
}
