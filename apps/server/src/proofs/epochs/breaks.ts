import { setTimeout as sleep } from 'node:timers/promises'

/** For each second of work. A million members then still take little more than a minute. */
const REST = 1

/**
 * Rests as long as this thread has worked since the last time. A low priority gives up the processor to those who want it,
 * but not the caches and the memory that they share, and the database works for everybody alike.
 */
export function startBreaks(): () => Promise<void> {
  let before = process.threadCpuUsage()
  return async () => {
    const { user, system } = process.threadCpuUsage(before)
    await sleep(((user + system) / 1000) * REST)
    before = process.threadCpuUsage()
  }
}
