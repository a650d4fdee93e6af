import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { startThread } from '../../thread.ts'

type Answer<Done> = { done: Done } | { failure: string }

export type Thread<Order, Done> = { ask: (order: Order) => Promise<Done>; close: () => Promise<void> }

/** A thread that is asked one thing at a time: hashing holds nobody up. `script` calls `answerWith`. */
export function openThread<Order, Done>(script: URL, workerData: unknown): Thread<Order, Done> {
  const thread = startThread(script, workerData)
  const ended = once(thread, 'exit').then(() => {
    throw new Error("The log's thread has ended")
  })
  ended.catch(() => {})
  return {
    ask: async (order) => {
      const answering = once(thread, 'message')
      // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
      thread.postMessage(order)
      const [answer] = (await Promise.race([answering, ended])) as [Answer<Done>]
      if ('failure' in answer) throw new Error(answer.failure)
      return answer.done
    },
    close: async () => {
      await thread.terminate()
    },
  }
}

/** In the thread. */
export function answerWith(take: (order: never) => Promise<unknown>): void {
  parentPort?.on('message', (order: unknown) => {
    void take(order as never)
      .then((done): Answer<unknown> => ({ done }))
      .catch((error: Error): Answer<unknown> => ({ failure: error.message }))
      // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
      .then((answer) => parentPort?.postMessage(answer))
  })
}
