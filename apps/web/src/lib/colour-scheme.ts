import { useSyncExternalStore } from 'react'

export type ChosenScheme = 'auto' | 'light' | 'dark'
export type ShownScheme = 'light' | 'dark'

const COOKIE = 'trefoil-colour-scheme'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const DARK_SYSTEM = '(prefers-color-scheme: dark)'

/** Both are on the page: `page/before-paint.js` has written them before anything was drawn. */
export const useChosenScheme = () => useSyncExternalStore(subscribe, chosenScheme)
export const useShownScheme = () => useSyncExternalStore(subscribe, shownScheme)

/** In a cookie, because signing out empties local storage and the choice should survive that. */
export function chooseScheme(chosen: ChosenScheme): void {
  document.documentElement.dataset.chosenScheme = chosen
  document.cookie = `${COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict`
  showScheme()
}

/** Where nothing else is chosen, the page goes with the system, also while it is open. */
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
