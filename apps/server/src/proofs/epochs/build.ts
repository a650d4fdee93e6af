import { startThread } from '../../thread.ts'
import type { BuildOrder, Built, Counted, Progress } from './build-order.ts'
import { CannotCount } from './cannot-count.ts'

const THREAD = new URL('build-thread.ts', import.meta.url)

/** `isApart`: in a thread of its own, which does not hold up requests. */
type Options = { signal?: AbortSignal; progress?: (progress: Progress) => void; isApart?: boolean }

/** Ends early with `signal`. */
export async function buildEpoch(
  order: BuildOrder,
  { signal, progress, isApart = true }: Options = {},
): Promise<Built> {
  const { promise, resolve, reject } = Promise.withResolvers<Built>()
  const hear = (message: Counted) => {
    if ('built' in message) resolve(message.built)
    else if ('cannotCount' in message) reject(new CannotCount(message.cannotCount))
    else if ('interrupted' in message) reject(new Error(`Counting was interrupted: ${message.interrupted}`))
    else progress?.(message)
  }
  const giveUp = () => reject(new Error('Counting was interrupted'))
  signal?.addEventListener('abort', giveUp)
  const stop = isApart ? countApart(order, { hear, giveUp, reject }) : countHere(order, hear)
  try {
    signal?.throwIfAborted()
    return await promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await stop()
  }
}

type Listeners = { hear: (message: Counted) => void; giveUp: () => void; reject: (error: unknown) => void }

function countApart(order: BuildOrder, { hear, giveUp, reject }: Listeners): () => Promise<unknown> {
  const thread = startThread(THREAD, order)
  thread.on('message', hear)
  thread.on('error', reject)
  thread.on('exit', giveUp)
  return () => thread.terminate()
}

/** Loaded only where it is used: servers count in the thread. */
function countHere(order: BuildOrder, hear: Listeners['hear']): () => Promise<void> {
  let isOver = false
  const counting = import('./count-epoch.ts').then(({ countEpoch }) =>
    countEpoch(order, (message) => {
      if (isOver) throw new Error('Counting was interrupted')
      hear(message)
    }),
  )
  return async () => {
    isOver = true
    // It only says that it was interrupted, which is known.
    await counting.catch(() => {})
  }
}
