import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

const COOKIE = 'trefoil-colour-scheme'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** A cookie, because signing out empties local storage and the choice should survive that. `public/color-scheme.js` reads it too. */
export const colourSchemeCookie: MantineColorSchemeManager = {
  get: (fallback) => {
    const value = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1]
    return isMantineColorScheme(value) ? value : fallback
  },
  set: (value) => {
    document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict`
  },
  clear: () => {
    document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`
  },
  subscribe: () => {},
  unsubscribe: () => {},
}
