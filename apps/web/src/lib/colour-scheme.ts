import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

const COOKIE = 'trefoil-colour-scheme'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * A cookie, because signing out empties local storage and the choice should survive that. `page/before-paint.js` has
 * read it already.
 */
export const colourSchemeCookie: MantineColorSchemeManager = {
  get: (fallback) => {
    const { chosenScheme } = document.documentElement.dataset
    return isMantineColorScheme(chosenScheme) ? chosenScheme : fallback
  },
  set: (value) => {
    document.documentElement.dataset.chosenScheme = value
    document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict`
  },
  clear: () => {
    delete document.documentElement.dataset.chosenScheme
    document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`
  },
  subscribe: () => {},
  unsubscribe: () => {},
}
