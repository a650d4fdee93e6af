import { Worker } from 'node:worker_threads'
import type { PurposeKey } from '../../secrets/keyring.ts'

/** Everything that the thread needs: it opens members' private keys, and nothing else. */
export type BuildOrder = {
  databaseUrl: string
  epoch: number
  installation: Uint8Array
  key: Uint8Array
  privateKeys: readonly PurposeKey[]
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
export type FromThread = { built: Built } | { failed: string } | Progress

/** The books or the database do not allow this epoch. Counting them again would not help. */
export class CannotCount extends Error {}

const THREAD = new URL('build-thread.ts', import.meta.url)

/** In a thread of its own, which does not hold up requests. Ends early with `signal`. */
export async function buildEpoch(
  order: BuildOrder,
  { signal, progress }: { signal?: AbortSignal; progress?: (progress: Progress) => void } = {},
): Promise<Built> {
  const thread = new Worker(THREAD, { workerData: order, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<Built>()
  const giveUp = () => reject(new Error('Counting was interrupted'))
  thread.on('message', (message: FromThread) => {
    if ('built' in message) resolve(message.built)
    else if ('failed' in message) reject(new CannotCount(message.failed))
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
