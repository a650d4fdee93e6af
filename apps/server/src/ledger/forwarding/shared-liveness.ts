/** So often at most the database is asked, however many processes want to know. */
const ASK_MS = 1000
/** What has not been answered by then counts as no. */
const LATE_MS = 2000

export type SharedLiveness = {
  /** Asks now. */
  check: () => Promise<boolean>
  /** What was found last, at once. */
  lastKnown: () => boolean
}

/** Whether orders could be posted. Who asks while a question is on its way gets its answer: one at a time is enough. */
export function shareLivenessCheck(ask: () => Promise<boolean>): SharedLiveness {
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
  const check = () => (asking ??= askOnce())
  return {
    check,
    lastKnown() {
      const since = performance.now() - askedAt
      if (asking) return found && since < LATE_MS
      if (since > ASK_MS) check().catch(() => (found = false))
      return found
    },
  }
}
