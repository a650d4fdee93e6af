import { useEffect } from 'react'
import { loadOtherScreens } from './screen-code.tsx'

/** The screen that is shown comes first, with its data. */
const PATIENCE_MS = 2000

/** Fetches the code of the screens where somebody may go next. */
export function useOtherScreens(): void {
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => void loadOtherScreens(leaving.signal), PATIENCE_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
}
