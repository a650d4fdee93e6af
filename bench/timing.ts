export type Timing = { p50: number; p95: number; max: number }

/** Milliseconds of each turn, one after another; the first turns warm up and do not count. */
export async function timeTurns(turns: number, act: (turn: number) => Promise<unknown>): Promise<Timing> {
  for (let turn = 0; turn < Math.ceil(turns / 10); turn += 1) await act(turn)
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const begun = performance.now()
    await act(turn)
    times.push(performance.now() - begun)
  }
  return summary(times)
}

/** Turns begin at a steady pace, whether or not those before are done: who is late is counted from when it was due. */
export async function timeAtRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  act: (turn: number) => Promise<unknown>,
): Promise<Timing> {
  const begun = performance.now()
  const turns = Array.from({ length: perSecond * seconds }, async (_, turn) => {
    const due = begun + (turn * 1000) / perSecond
    await new Promise((wake) => setTimeout(wake, Math.max(0, due - performance.now())))
    await act(turn)
    return performance.now() - due
  })
  return summary(await Promise.all(turns))
}

function summary(times: number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}
