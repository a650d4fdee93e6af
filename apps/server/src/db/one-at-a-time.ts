/**
 * Answers many with one query: whoever asks while a query is under way is in the next one. Nothing is cached, and a
 * lone question waits for nobody.
 */
export function inOneQueryAtATime<Found>(find: (keys: string[]) => Promise<Map<string, Found>>) {
  let gathering: { keys: Set<string>; answer: Promise<Map<string, Found>> } | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  function gather() {
    const keys = new Set<string>()
    const answer = Promise.all([underWay, new Promise<void>((next) => setImmediate(next))]).then(() => {
      gathering = undefined
      return find([...keys])
    })
    underWay = answer.catch(() => {})
    return { keys, answer }
  }

  return async (key: string): Promise<Found | undefined> => {
    gathering ??= gather()
    gathering.keys.add(key)
    return (await gathering.answer).get(key)
  }
}
