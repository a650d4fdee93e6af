import { setTimeout as sleep } from 'node:timers/promises'

export type Timing = { p50: number; p95: number; max: number }

/**
 * Milliseconds per turn. The acts alternate, so that other load on the machine affects all of them. The first turns
 * warm up and do not count.
 */
export async function timeInTurns(turns: number, acts: ((turn: number) => Promise<unknown>)[]): Promise<Timing[]> {
  const times = acts.map((): number[] => [])
  const warmUp = Math.ceil(turns / 10)
  for (let turn = 0; turn < warmUp + turns; turn += 1) {
    for (const [index, act] of acts.entries()) {
      const begun = performance.now()
      await act(turn)
      if (turn >= warmUp) times[index]?.push(performance.now() - begun)
    }
  }
  return times.map(summary)
}

/** Starts turns at a steady rate, whether or not earlier ones are done. A late turn is timed from when it was due. */
export async function timeAtRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  act: (turn: number) => Promise<unknown>,
): Promise<Timing> {
  const begun = performance.now()
  const failed = new AbortController()
  const turns = Array.from({ length: perSecond * seconds }, async (_, turn) => {
    const due = begun + (turn * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()), undefined, { signal: failed.signal })
    await act(turn).catch((error: unknown) => {
      failed.abort(error)
      throw error
    })
    return performance.now() - due
  })
  // Turns under way finish first, because the caller closes their connections after a failure.
  await Promise.allSettled(turns)
  failed.signal.throwIfAborted()
  return summary(await Promise.all(turns))
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function summary(times: number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}
