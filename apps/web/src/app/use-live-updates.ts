import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { api } from '../lib/api.ts'
import { followEvents } from '../lib/event-stream.ts'
import { selectSession } from '../lib/session.ts'
import type { store } from './store.ts'

const MERGE_MS = 500
const WITHOUT_STREAM_MS = 30_000

/**
 * Keeps what is shown up to date. Only a window that is seen follows the server's news: a browser opens six
 * connections to one server and no more. Where the stream is cut, everything is read again from time to time.
 */
export function useLiveUpdates(): void {
  const shown = useStore() as typeof store
  useEffect(() => {
    let leaving: AbortController | null = null
    let merging: ReturnType<typeof setTimeout> | undefined
    let isOpen = false

    const readAgain = () => {
      merging ??= setTimeout(() => {
        merging = undefined
        shown.dispatch(api.util.invalidateTags(['Data']))
      }, MERGE_MS)
    }
    const start = () => {
      if (leaving) return
      leaving = new AbortController()
      void followEvents({
        url: '/api/events',
        token: () => selectSession(shown.getState())?.token,
        onNews: readAgain,
        onOpen: () => {
          isOpen = true
        },
        onCut: () => {
          isOpen = false
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
      isOpen = false
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
      if (!isOpen && document.visibilityState !== 'hidden' && navigator.onLine) readAgain()
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
