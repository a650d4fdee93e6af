import { setImmediate as nextTurn } from 'node:timers/promises'

/** Of more than this half goes first: under load, some are then looked up while others, who were, are being served. */
const ALL_TOGETHER_MAX = 32

/**
 * Answers many with one query: whoever asks while a query is under way is in the next one, which leaves as soon as a
 * turn of the event loop brings nobody new. Nothing is cached, and a lone question waits for nobody.
 */
export function createBatchLoader<Found>(find: (keys: string[]) => Promise<Map<string, Found>>) {
  const waiting: Asker<Found>[] = []
  let isAsking = false

  async function askForAll(): Promise<void> {
    isAsking = true
    while (waiting.length > 0) {
      await everybodyIsHere()
      await ask(waiting.splice(0, Math.max(ALL_TOGETHER_MAX, Math.ceil(waiting.length / 2))))
    }
    isAsking = false
  }

  async function everybodyIsHere(): Promise<void> {
    let before = 0
    while (before < waiting.length && waiting.length < ALL_TOGETHER_MAX) {
      before = waiting.length
      await nextTurn()
    }
  }

  async function ask(askers: readonly Asker<Found>[]): Promise<void> {
    try {
      const found = await find([...new Set(askers.map(({ key }) => key))])
      for (const { key, answer } of askers) answer(found.get(key))
    } catch (error) {
      for (const { fail } of askers) fail(error)
    }
  }

  return (key: string): Promise<Found | undefined> =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail })
      if (!isAsking) void askForAll()
    })
}

type Asker<Found> = { key: string; answer: (found: Found | undefined) => void; fail: (reason: unknown) => void }
