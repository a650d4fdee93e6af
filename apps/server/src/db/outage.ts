import type { Logger } from 'pino'
import { isConnectionLost } from './away.ts'

export type Outage = {
  /** True: the connection is lost, and the log says so once for everybody who notices. */
  note(error: unknown): boolean
  stop(): void
}

const LOOK_MS = 500
/** So long after the database is back, connections that the outage broke are still noticed. */
const AFTERMATH_MS = 3000

/** `isBack` never rejects. It is asked only while the database is away. */
export function watchOutage({ log, isBack }: { log: Logger; isBack: () => Promise<boolean> }): Outage {
  let since: number | undefined
  let backAt = -Infinity
  let isStopped = false

  /** `unsaid`: what was noticed, if the log does not speak of it yet. */
  async function untilBack(begun: number, unsaid?: unknown): Promise<void> {
    const isOver = await isBack()
    if (isStopped) return
    if (!isOver) {
      if (unsaid !== undefined) sayLost(unsaid)
      return lookLater(begun)
    }
    since = undefined
    if (unsaid !== undefined) return
    backAt = performance.now()
    log.warn({ ms: Math.round(backAt - begun) }, 'the database answers again')
  }

  function lookLater(begun: number, unsaid?: unknown): void {
    setTimeout(() => void untilBack(begun, unsaid), LOOK_MS).unref()
  }

  const sayLost = (error: unknown) => log.warn({ err: error }, 'the connection to the database was lost')

  return {
    note(error) {
      if (!isConnectionLost(error)) return false
      if (since !== undefined || isStopped) return true
      since = performance.now()
      const isAftermath = since - backAt < AFTERMATH_MS
      if (!isAftermath) sayLost(error)
      lookLater(since, isAftermath ? error : undefined)
      return true
    },
    stop() {
      isStopped = true
    },
  }
}
