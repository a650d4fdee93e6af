import { setImmediate as nextTurn } from 'node:timers/promises'

/** Larger batches are split in half: under load, one half is loaded while the other is being served. */
const ALL_TOGETHER_MAX = 32

/**
 * Loads many keys with one query. Requests that arrive during a query form the next batch, which starts as soon as a
 * turn of the event loop brings no more. Nothing is cached, and a lone request does not wait.
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
