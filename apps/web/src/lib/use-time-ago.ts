import { useEffect, useState } from 'react'
import { showMoment } from './formats.ts'

const TICK_MS = 20_000
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/** "2 minutes ago", kept up to date. */
export function useTimeAgo(at: number | undefined): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return at === undefined ? '' : timeAgo(at, Math.max(now, at))
}

/** After a day, the date. */
export function timeAgo(at: number, now: number): string {
  const ms = now - at
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 24 * HOUR_MS) return counted(Math.floor(ms / HOUR_MS), 'hour')
  return `on ${showMoment(new Date(at).toISOString())}`
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`
