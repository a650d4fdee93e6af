import { useEffect } from 'react'
import { loadInBackground } from './background-loading.ts'
import { MEMBER_SCREENS } from './member-screens.ts'

/** The current screen and its data come first. */
const PATIENCE_MS = 2000

/** Loads the code of the other screens, so that opening one waits only for its data. */
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
