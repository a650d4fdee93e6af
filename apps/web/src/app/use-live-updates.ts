import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { api } from '../lib/api.ts'
import { liveChanged, selectLive } from '../lib/live.ts'
import { selectSession } from '../lib/session.ts'
import { followTogether } from '../lib/shared-stream.ts'
import type { store } from './store.ts'

const MERGE_MS = 500
const WITHOUT_STREAM_MS = 30_000

/**
 * Keeps what is shown up to date. Only windows that are seen follow the server's news, over one stream for all of them.
 * Where it is cut, everything is read again from time to time, and once when it is back: something may have been missed.
 */
export function useLiveUpdates(): void {
  const shown = useStore() as typeof store
  useEffect(() => {
    let leaving: AbortController | null = null
    let merging: ReturnType<typeof setTimeout> | undefined
    let mayHaveMissed = false

    const readAgain = () => {
      merging ??= setTimeout(() => {
        merging = undefined
        shown.dispatch(api.util.invalidateTags(['Data']))
      }, MERGE_MS)
    }
    const start = () => {
      if (leaving) return
      leaving = new AbortController()
      void followTogether({
        url: '/api/events',
        token: () => selectSession(shown.getState())?.token,
        onNews: readAgain,
        onOpen: () => {
          if (mayHaveMissed || selectLive(shown.getState())) readAgain()
          mayHaveMissed = false
          shown.dispatch(liveChanged(true))
        },
        onCut: () => {
          mayHaveMissed = true
          shown.dispatch(liveChanged(false))
        },
        // Any read meets the 401 with a refresh, and the next attempt finds the new token.
        onRefused: () =>
          void shown.dispatch(api.endpoints.profile.initiate(undefined, { forceRefetch: true, subscribe: false })),
        signal: leaving.signal,
      })
    }
    const stop = () => {
      leaving?.abort()
      leaving = null
      shown.dispatch(liveChanged(false))
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') return stop()
      start()
      readAgain()
    }

    if (document.visibilityState !== 'hidden') start()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', readAgain)
    const timer = setInterval(() => {
      if (!selectLive(shown.getState()) && document.visibilityState !== 'hidden' && navigator.onLine) readAgain()
    }, WITHOUT_STREAM_MS)
    return () => {
      stop()
      clearInterval(timer)
      clearTimeout(merging)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', readAgain)
    }
  }, [shown])
}
