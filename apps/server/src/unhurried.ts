const RESTS = 50
const REST_MAX_MS = 60_000

/**
 * Work that nobody waits for, on processors that others need: does nothing until it has rested fifty times as long as it
 * worked, though never longer than a minute. There is then more to do at a time, which costs less each.
 */
export function unhurried(act: () => Promise<void>, now: () => number = () => performance.now()): () => Promise<void> {
  let restsUntil = -Infinity
  return async () => {
    const began = now()
    if (began < restsUntil) return
    try {
      await act()
    } finally {
      restsUntil = now() + Math.min(REST_MAX_MS, RESTS * (now() - began))
    }
  }
}
