import { useSyncExternalStore } from 'react'

export type ChosenScheme = 'auto' | 'light' | 'dark'
export type ShownScheme = 'light' | 'dark'

const COOKIE = 'trefoil-colour-scheme'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const DARK_SYSTEM = '(prefers-color-scheme: dark)'

/** Both are attributes of the page, first set by `page/before-paint.js`. */
export const useChosenScheme = () => useSyncExternalStore(subscribe, chosenScheme)
export const useShownScheme = () => useSyncExternalStore(subscribe, shownScheme)

/** In a cookie, because signing out clears local storage. */
export function chooseScheme(chosen: ChosenScheme): void {
  document.documentElement.dataset.chosenScheme = chosen
  document.cookie = `${COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict`
  showScheme()
}

/** Unless the visitor chose a scheme, an open page follows the system. */
export function followSystemScheme(): void {
  matchMedia(DARK_SYSTEM).addEventListener('change', showScheme)
}

function showScheme(): void {
  const chosen = chosenScheme()
  const system = matchMedia(DARK_SYSTEM).matches ? 'dark' : 'light'
  document.documentElement.dataset.colourScheme = chosen === 'auto' ? system : chosen
  for (const listener of listeners) listener()
}

function chosenScheme(): ChosenScheme {
  const { chosenScheme: chosen } = document.documentElement.dataset
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

function shownScheme(): ShownScheme {
  return document.documentElement.dataset.colourScheme === 'dark' ? 'dark' : 'light'
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
