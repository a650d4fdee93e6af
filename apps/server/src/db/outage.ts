import type { Logger } from 'pino'
import { isConnectionLost } from './away.ts'

export type Outage = {
  /** True: the connection is lost, and the log says so once for everybody who notices. */
  note(error: unknown): boolean
  stop(): void
}

const LOOK_MS = 500

/** `isBack` never rejects. It is asked only while the database is away. */
export function watchOutage({ log, isBack }: { log: Logger; isBack: () => Promise<boolean> }): Outage {
  let since: number | undefined
  let isStopped = false

  async function untilBack(begun: number): Promise<void> {
    const isOver = await isBack()
    if (isStopped) return
    if (!isOver) return lookLater(begun)
    since = undefined
    log.warn({ ms: Math.round(performance.now() - begun) }, 'the database answers again')
  }

  function lookLater(begun: number): void {
    setTimeout(() => void untilBack(begun), LOOK_MS).unref()
  }

  return {
    note(error) {
      if (!isConnectionLost(error)) return false
      if (since !== undefined || isStopped) return true
      since = performance.now()
      log.warn({ err: error }, 'the connection to the database was lost')
      lookLater(since)
      return true
    },
    stop() {
      isStopped = true
    },
  }
}
