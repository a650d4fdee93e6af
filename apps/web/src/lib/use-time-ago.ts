import { useEffect, useState } from 'react'
import { showMoment } from './formats.ts'
import { messages, plural } from './messages.ts'

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
  if (ms < MINUTE_MS) return text.justNow
  if (ms < HOUR_MS) return text.minutes(Math.floor(ms / MINUTE_MS))
  if (ms < 24 * HOUR_MS) return text.hours(Math.floor(ms / HOUR_MS))
  return text.on(showMoment(new Date(at).toISOString()))
}

const text = messages('timeAgo', {
  justNow: 'just now',
  minutes: (count: number) => plural(count, { one: `${count} minute ago`, other: `${count} minutes ago` }),
  hours: (count: number) => plural(count, { one: `${count} hour ago`, other: `${count} hours ago` }),
  on: (moment: string) => `on ${moment}`,
})
