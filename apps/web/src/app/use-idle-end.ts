import type { reportActivity } from '@trefoil/contract/sessions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { injectEndpoints } from '../lib/api.ts'
import { call } from '../lib/endpoint.ts'
import { selectSession, sessionEnded } from '../lib/session.ts'
import { useLogoutMutation } from './use-logout.ts'

const REPORT_EVERY_MS = 60_000
const WARN_MS = 60_000
const LOOK_MS = 1000
const SERVER_WAIT_MS = 3000
/** What only a person does. Reads and polling are no sign of one. */
const INPUT = ['pointerdown', 'keydown', 'wheel'] as const

const { useReportActivityMutation } = injectEndpoints((build) => ({
  reportActivity: build.mutation(call<typeof reportActivity>('POST', '/users/sessions/activity')),
}))

type Ends = { idle: number; whole: number }
type Warning = { why: keyof Ends; seconds: number }

/**
 * Reports input, at most once a minute, and ends the session here when the server ends it. All windows of a browser
 * share a session, so they tell one another how long it lasts.
 */
export function useIdleEnd(): { warning: Warning | undefined; dismiss: () => void } {
  const isSignedIn = useSelector(selectSession) !== null
  const [report] = useReportActivityMutation()
  const [logout] = useLogoutMutation()
  const dispatch = useDispatch()
  const [warning, setWarning] = useState<Warning>()
  const isDismissed = useRef(false)
  const stay = useRef(() => {})

  useEffect(() => {
    if (!isSignedIn) return undefined
    const others = new BroadcastChannel('trefoil-activity')
    let ends: Ends | undefined
    let reportedAt = 0
    let isOver = false
    isDismissed.current = false

    const reportNow = async () => {
      // The time begins when the server is told. A reply that takes long does not lengthen it.
      const now = Date.now()
      reportedAt = now
      const { data: reply } = await report()
      if (!reply || isOver) return
      ends = { idle: now + reply.data.idle_seconds * 1000, whole: now + reply.data.whole_seconds * 1000 }
      // oxlint-disable-next-line require-post-message-target-origin -- a channel is of one origin, and takes no other
      others.postMessage(ends)
      look()
    }
    const end = async () => {
      isOver = true
      // The server has ended it by itself. This is for clocks that differ.
      await Promise.race([logout(), new Promise((resolve) => setTimeout(resolve, SERVER_WAIT_MS))])
      dispatch(sessionEnded())
    }
    const look = () => {
      if (!ends || isOver) return
      const why = ends.idle < ends.whole ? 'idle' : 'whole'
      const leftMs = ends[why] - Date.now()
      if (leftMs <= 0) {
        void end()
        return
      }
      const isShown = leftMs <= WARN_MS && !(why === 'whole' && isDismissed.current)
      setWarning(isShown ? { why, seconds: Math.ceil(leftMs / 1000) } : undefined)
    }
    const onInput = () => {
      const isNear = ends !== undefined && ends.idle - Date.now() <= WARN_MS
      if (!isOver && (isNear || Date.now() - reportedAt >= REPORT_EVERY_MS)) void reportNow()
    }
    others.addEventListener('message', ({ data }: MessageEvent<Ends>) => {
      ends = data
      look()
    })
    stay.current = () => void reportNow()
    void reportNow()
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    for (const kind of INPUT) window.addEventListener(kind, onInput, { capture: true, passive: true })
    return () => {
      isOver = true
      clearInterval(timer)
      others.close()
      setWarning(undefined)
      document.removeEventListener('visibilitychange', look)
      for (const kind of INPUT) window.removeEventListener(kind, onInput, { capture: true })
    }
  }, [isSignedIn, report, logout, dispatch])

  const dismiss = useCallback(() => {
    isDismissed.current = true
    setWarning(undefined)
    stay.current()
  }, [])
  return { warning, dismiss }
}
