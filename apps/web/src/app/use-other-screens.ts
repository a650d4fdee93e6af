import { useEffect } from 'react'
import { keepShell } from '../lib/offline-shell.ts'
import { loadInBackground } from './background-loading.ts'
import { MEMBER_SCREENS } from './member-screens.ts'

/** The current screen and its data come first. */
const PATIENCE_MS = 2000

/** Loads the code of the other screens, so that opening one waits only for its data, and keeps it for who is offline. */
export function useOtherScreens(): void {
  useEffect(() => {
    const leaving = new AbortController()
    const loads = MEMBER_SCREENS.map(({ load }) => load)
    const timer = setTimeout(
      () => void loadInBackground([...loads, () => keepShell(navigator)], leaving.signal),
      PATIENCE_MS,
    )
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
}
