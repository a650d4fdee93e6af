/** One query for all that ask within one turn of the event loop: uncached, and nearly free. */
export function inOneQueryPerTick<Found>(find: (keys: string[]) => Promise<Map<string, Found>>) {
  let waiting: { keys: Set<string>; answer: Promise<Map<string, Found>> } | undefined

  return async (key: string): Promise<Found | undefined> => {
    if (!waiting) {
      const keys = new Set<string>()
      const answer = new Promise<void>((next) => setImmediate(next)).then(() => {
        waiting = undefined
        return find([...keys])
      })
      waiting = { keys, answer }
    }
    waiting.keys.add(key)
    return (await waiting.answer).get(key)
  }
}
