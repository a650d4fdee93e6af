import { useEffect } from 'react'
import { loadInBackground } from './background-loading.ts'
import { MEMBER_SCREENS } from './member-screens.ts'

/** The screen that is shown comes first, with its data. */
const PATIENCE_MS = 2000

/** Fetches the code of the screens where somebody may go next: a change of screen then waits for nothing but its data. */
export function useOtherScreens(): void {
  useEffect(() => {
    const leaving = new AbortController()
    const loads = MEMBER_SCREENS.map(({ load }) => load)
    const timer = setTimeout(() => void loadInBackground(loads, leaving.signal), PATIENCE_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
}
