import { TooManyAttempts, type Attempt } from './attempt.ts'

type Guesser = {
  /** Wrong guesses that the database has counted, and when they are forgotten. */
  wrong: number
  until: number
  /** Any of these may still turn out wrong. */
  underWay: number
  /** Called once one of them has an answer. */
  waiting: (() => void)[]
}

type Guess<Reply> = { call: () => Promise<Reply>; isWrong: (error: unknown) => boolean }

/**
 * For calls that tell whether something exists, but are right nearly always: only wrong ones are written to the
 * database. Those under way keep their places in memory, so that no more than `max` are answered, however many come at
 * once. The others wait rather than be refused: usually the ones before them are right.
 */
export function makeGuessGate({ max, count }: { max: number; count: (id: number) => Promise<Attempt> }) {
  const guessers = new Map<number, Guesser>()
  const find = (id: number): Guesser => {
    const guesser = guessers.get(id) ?? { wrong: 0, until: 0, underWay: 0, waiting: [] }
    guessers.set(id, guesser)
    return guesser
  }

  const noteWrong = async (id: number, guesser: Guesser): Promise<void> => {
    try {
      const { count: wrong, endsInMs } = await count(id)
      Object.assign(guesser, { wrong, until: Date.now() + endsInMs })
    } catch (error) {
      // Other processes have counted up to the limit.
      if (error instanceof TooManyAttempts)
        Object.assign(guesser, { wrong: max, until: Date.now() + error.retryAfterSeconds * 1000 })
      throw error
    } finally {
      for (const [other, state] of guessers) if (isOver(state)) guessers.delete(other)
    }
  }

  return async <Reply>(id: number, { call, isWrong }: Guess<Reply>): Promise<Reply> => {
    let guesser = find(id)
    while (guesser.underWay > 0 && mayBeLast(guesser, max)) {
      await nextAnswer(guesser)
      guesser = find(id)
    }
    // From here to the place being taken nothing waits.
    if (wrongOf(guesser) >= max) throw new TooManyAttempts(guesser.until - Date.now())
    guesser.underWay += 1
    try {
      return await call()
    } catch (error) {
      if (isWrong(error)) await noteWrong(id, guesser)
      throw error
    } finally {
      guesser.underWay -= 1
      if (isOver(guesser)) guessers.delete(id)
      for (const goOn of guesser.waiting.splice(0)) goOn()
    }
  }
}

const nextAnswer = ({ waiting }: Guesser): Promise<void> => new Promise((resolve) => waiting.push(resolve))

const wrongOf = ({ wrong, until }: Guesser): number => (until > Date.now() ? wrong : 0)

/** If all that are under way turn out wrong, the limit is reached. */
function mayBeLast(guesser: Guesser, max: number): boolean {
  const wrong = wrongOf(guesser)
  return wrong < max && wrong + guesser.underWay >= max
}

const isOver = (guesser: Guesser): boolean => guesser.underWay === 0 && wrongOf(guesser) === 0
