import { fewPerTurn } from './turns.ts'

/**
 * Answers many with one query: whoever asks while a query is under way is in the next one. Nothing is cached, and a
 * lone question waits for nobody.
 */
export function inOneQueryAtATime<Found>(find: (keys: string[]) => Promise<Map<string, Found>>) {
  let gathering: Asker<Found>[] | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  function gather(): Asker<Found>[] {
    const askers: Asker<Found>[] = []
    const leaving = Promise.all([underWay, new Promise<void>((next) => setImmediate(next))])
    underWay = leaving.then(() => {
      gathering = undefined
      return ask(askers)
    })
    return askers
  }

  async function ask(askers: Asker<Found>[]): Promise<void> {
    try {
      const found = await find([...new Set(askers.map(({ key }) => key))])
      void fewPerTurn(askers, ({ key, answer }) => answer(found.get(key)))
    } catch (error) {
      for (const { fail } of askers) fail(error)
    }
  }

  return (key: string): Promise<Found | undefined> =>
    new Promise((answer, fail) => {
      gathering ??= gather()
      gathering.push({ key, answer, fail })
    })
}

type Asker<Found> = { key: string; answer: (found: Found | undefined) => void; fail: (reason: unknown) => void }
