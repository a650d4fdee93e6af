import { Refusal } from '../refusal.ts'
import { isCountry } from './countries.ts'

/** Who may agree, as two operators decided. */
export type WhoMayAgree = {
  /** `countries` are the only ones, or else those that are refused. */
  readonly onlyThese: boolean
  /** Of `COUNTRIES`. */
  readonly countries: readonly string[]
  /** Null: not asked for. */
  readonly minimumAge: number | null
}

export const EVERYBODY: WhoMayAgree = { onlyThese: false, countries: [], minimumAge: null }

export const asksForCountry = ({ countries }: WhoMayAgree): boolean => countries.length > 0

export const isRefusedCountry = ({ onlyThese, countries }: WhoMayAgree, country: string): boolean =>
  countries.includes(country) !== onlyThese && countries.length > 0

/** What members say about themselves. `atLeast`: the age that they confirm; their birthday is not asked for. */
export type SaidOfOneself = { readonly country: string | null; readonly atLeast: number | null }

/** Refuses whoever may not agree, and whoever did not say what is asked. Returns what is kept of it. */
export function requireMayAgree(who: WhoMayAgree, said: SaidOfOneself): SaidOfOneself {
  return { country: allowedCountry(who, said.country), atLeast: confirmedAge(who, said.atLeast) }
}

function allowedCountry(who: WhoMayAgree, country: string | null): string | null {
  if (!asksForCountry(who)) return null
  if (country === null || !isCountry(country))
    throw new Refusal('invalid_request', 'Choose the country that you live in.')
  if (isRefusedCountry(who, country))
    throw new Refusal('country_refused', 'We cannot offer this in the country that you live in.')
  return country
}

function confirmedAge({ minimumAge }: WhoMayAgree, atLeast: number | null): number | null {
  if (minimumAge === null) return null
  if (atLeast === null || atLeast < minimumAge)
    throw new Refusal('age_required', `You have to be at least ${minimumAge} years old.`, {
      name: 'age_at_least',
      values: { age: minimumAge },
    })
  return minimumAge
}
