import { useSyncExternalStore } from 'react'

const REDUCED = '(prefers-reduced-motion: reduce)'

/** Whether the system asks for less motion, for animations made by script. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(REDUCED).matches)

function subscribe(listener: () => void) {
  const query = matchMedia(REDUCED)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
