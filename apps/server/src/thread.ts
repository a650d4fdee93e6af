import { setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/** For `node --import`: types are removed from code once for all processes and threads. */
export const WITHOUT_TYPES = new URL('../without-types.mjs', import.meta.url).href

const SEMI_SPACE_MB = 2

/** A thread that works in the background, with a heap of its own. */
export function startThread(program: URL, workerData: unknown): Worker {
  // The flag holds for the whole process, but a heap that exists keeps its size. No option of the thread goes before it.
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`)
  return new Worker(program, { workerData, execArgv: ['--import', WITHOUT_TYPES] })
}

/** Above what the system gives others by default. */
const LOW_PRIORITY = 15

/** Called in a thread: whoever waits for an answer comes first. Elsewhere than on Linux it would hold for the process. */
export function letOthersPass(): void {
  if (process.platform === 'linux') setPriority(0, LOW_PRIORITY)
}
