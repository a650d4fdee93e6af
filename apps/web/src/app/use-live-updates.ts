import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { api } from '../lib/api.ts'
import { selectAreShown, selectStream, streamChanged, type StreamState } from '../lib/live.ts'
import { profileApi } from '../lib/profile-api.ts'
import { refetchOnChange } from '../lib/refetch-on-change.ts'
import { selectSession } from '../lib/session.ts'
import { followTogether } from '../lib/shared-stream.ts'
import type { store } from './store.ts'

const WITHOUT_STREAM_MS = 30_000

/**
 * Keeps the page up to date. Only visible windows follow the server's events, over one stream for all of them.
 * While it is down, everything is polled, and refetched once when it is back, because events may have been missed.
 */
export function useLiveUpdates(): void {
  const shown = useStore() as typeof store
  useEffect(() => {
    const page = document.documentElement
    let leaving: AbortController | null = null
    let mayHaveMissed = false

    const { onChange, cancel } = refetchOnChange({
      refetch: () => void shown.dispatch(api.util.invalidateTags(['Data'])),
      areShown: (changes) => selectAreShown(shown.getState(), changes),
    })
    const readAgain = () => onChange()
    const show = (stream: StreamState) => {
      shown.dispatch(streamChanged(stream))
      // Shows support, monitoring and tests whether this page is live.
      page.dataset['live'] = stream
    }
    const start = () => {
      if (leaving) return
      leaving = new AbortController()
      show('connecting')
      void followTogether({
        url: '/api/events',
        token: () => selectSession(shown.getState())?.token,
        onNews: onChange,
        onOpen: () => {
          if (mayHaveMissed || selectStream(shown.getState()) === 'on') readAgain()
          mayHaveMissed = false
          show('on')
        },
        onCut: () => {
          mayHaveMissed = true
          show('off')
        },
        // Any read that gets a 401 refreshes the token, and the next attempt uses the new one.
        onRefused: () =>
          void shown.dispatch(
            profileApi.endpoints.profile.initiate(undefined, { forceRefetch: true, subscribe: false }),
          ),
        signal: leaving.signal,
      })
    }
    const stop = () => {
      leaving?.abort()
      leaving = null
      show('off')
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
      if (selectStream(shown.getState()) !== 'on' && document.visibilityState !== 'hidden' && navigator.onLine)
        readAgain()
    }, WITHOUT_STREAM_MS)
    return () => {
      stop()
      delete page.dataset['live']
      clearInterval(timer)
      cancel()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', readAgain)
    }
  }, [shown])
}
