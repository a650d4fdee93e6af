import { once } from 'node:events'
import { startThread } from '../../thread.ts'
import type { LogBuilder, LogSettings } from './build-log.ts'
import type { LogStep } from './step.ts'

const THREAD = new URL('build-log-thread.ts', import.meta.url)

export type Answer = { step: LogStep } | { failure: string }

/** Builds the log in a thread of its own: hashing holds nobody up. */
export async function openLogBuilderApart(settings: LogSettings): Promise<LogBuilder> {
  const thread = startThread(THREAD, settings)
  const ended = once(thread, 'exit').then(() => {
    throw new Error("The log's thread has ended")
  })
  ended.catch(() => {})
  const ask = async (): Promise<LogStep> => {
    const answering = once(thread, 'message')
    // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
    thread.postMessage('step')
    const [answer] = (await Promise.race([answering, ended])) as [Answer]
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.step
  }
  return {
    step: ask,
    close: async () => {
      await thread.terminate()
    },
  }
}
