import type { Language } from '@trefoil/core/language/languages'

const COOKIE = 'trefoil-language'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** In a cookie, because signing out clears local storage; `page/before-paint.js` reads it. */
export function chooseLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
  // Every text is a plain value of the code that is loaded.
  window.location.reload()
}
