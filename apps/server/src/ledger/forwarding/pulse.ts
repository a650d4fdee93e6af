/** So often at most the database is asked, however many processes want to know. */
const ASK_MS = 1000
/** What has not been answered by then counts as no. */
const LATE_MS = 2000

export type Pulse = {
  /** Asks now. */
  look: () => Promise<boolean>
  /** What was found last, at once. */
  lately: () => boolean
}

/** Whether orders could be posted. Who asks while a question is on its way gets its answer: one at a time is enough. */
export function sharePulse(ask: () => Promise<boolean>): Pulse {
  let asking: Promise<boolean> | undefined
  let askedAt = -Infinity
  let found = true
  const askOnce = async () => {
    askedAt = performance.now()
    try {
      return (found = await ask())
    } finally {
      asking = undefined
    }
  }
  const look = () => (asking ??= askOnce())
  return {
    look,
    lately() {
      const since = performance.now() - askedAt
      if (asking) return found && since < LATE_MS
      if (since > ASK_MS) look().catch(() => (found = false))
      return found
    },
  }
}
