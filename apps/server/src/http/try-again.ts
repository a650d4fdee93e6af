import { setTimeout as sleep } from 'node:timers/promises'
import { mayBeAnsweredLater } from '../db/away.ts'

/** As many as may wait for the ledger. Others are refused at once. */
const WAITING_MAX = 4096
/** So often one asks for all whether the database is back. */
const LOOK_MS = 200

/** Takes a step of a request again while the database is away. It must have no second effect. */
export type TryAgain = <Result>(step: () => Promise<Result>) => Promise<Result>

export type Patience = {
  /** For one request: its steps share the time. */
  begin(): TryAgain
  /** Whoever waits is refused now. */
  stop(): void
}

type Options = {
  /** For so long after a request has arrived, its steps are tried again. */
  windowMs: number
  /** Never rejects. */
  isBack: () => Promise<boolean>
  waitingMax?: number
}

/** So that members see a slow answer while another server becomes the primary, and no error. */
export function makePatience({ windowMs, isBack, waitingMax = WAITING_MAX }: Options): Patience {
  const waiting = new Set<(isBack: boolean) => void>()
  let isLooking = false
  let isStopped = false

  async function lookForAll(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (waiting.size > 0) {
      await sleep(LOOK_MS)
      if (await isBack()) for (const wake of waiting) wake(true)
    }
    isLooking = false
  }

  /** False: it takes too long. */
  function untilBack(latest: number): Promise<boolean> {
    const leftMs = latest - performance.now()
    if (isStopped || leftMs <= 0 || waiting.size >= waitingMax) return Promise.resolve(false)
    return new Promise((resolve) => {
      const wake = (back: boolean) => {
        clearTimeout(late)
        waiting.delete(wake)
        resolve(back)
      }
      const late = setTimeout(wake, leftMs, false)
      waiting.add(wake)
      void lookForAll()
    })
  }

  return {
    begin() {
      const latest = performance.now() + windowMs
      return async (step) => {
        for (;;) {
          try {
            return await step()
          } catch (error) {
            if (!mayBeAnsweredLater(error) || !(await untilBack(latest))) throw error
          }
        }
      }
    },
    stop() {
      isStopped = true
      for (const wake of waiting) wake(false)
    },
  }
}
