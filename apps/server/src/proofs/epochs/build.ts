import type { Lease } from '../../db/client-under-lease.ts'
import type { PurposeKey } from '../../secrets/keyring.ts'
import { startThread } from '../../thread.ts'
import { CannotCount } from './cannot-count.ts'

/** Everything that the thread needs: it opens members' private keys, and nothing else. */
export type BuildOrder = {
  databaseUrl: string
  epoch: number
  installation: Uint8Array
  key: Uint8Array
  privateKeys: readonly PurposeKey[]
  /** Of the process that counts, if it does so for all. */
  lease?: Lease
}

export type Built = {
  journal: bigint
  at: Date
  owners: number
  unnamed: number
  depth: number
  leaves: number
  root: Uint8Array
  total: bigint
}

export type Progress = { counted: number; owners: number }
/** `interrupted`: something else than the books, such as a lost connection. */
export type FromThread = { built: Built } | { cannotCount: string } | { interrupted: string } | Progress

const THREAD = new URL('build-thread.ts', import.meta.url)

/** In a thread of its own, which does not hold up requests. Ends early with `signal`. */
export async function buildEpoch(
  order: BuildOrder,
  { signal, progress }: { signal?: AbortSignal; progress?: (progress: Progress) => void } = {},
): Promise<Built> {
  const thread = startThread(THREAD, order)
  const { promise, resolve, reject } = Promise.withResolvers<Built>()
  const giveUp = () => reject(new Error('Counting was interrupted'))
  thread.on('message', (message: FromThread) => {
    if ('built' in message) resolve(message.built)
    else if ('cannotCount' in message) reject(new CannotCount(message.cannotCount))
    else if ('interrupted' in message) reject(new Error(`Counting was interrupted: ${message.interrupted}`))
    else progress?.(message)
  })
  thread.on('error', reject)
  thread.on('exit', giveUp)
  signal?.addEventListener('abort', giveUp)
  try {
    signal?.throwIfAborted()
    return await promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await thread.terminate()
  }
}
