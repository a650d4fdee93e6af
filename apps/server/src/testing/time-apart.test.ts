import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { randomFrom } from './random.ts'
import { ROUNDS, timeApart } from './time-apart.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)

/** Takes this long, plus up to `busyMs` on a busy machine, and sometimes three times that. */
function work(takesMs: (round: number) => number, { seed, busyMs }: { seed: number; busyMs: number }) {
  const random = randomFrom(seed)
  const asked: number[] = []
  const call = async (round: number) => {
    asked.push(round)
    const more = random.below(busyMs) + (random.below(5) === 0 ? random.below(3 * busyMs) : 0)
    vi.advanceTimersByTime(takesMs(round) + more)
  }
  return { call, asked }
}

const measure = (oneMs: number, otherMs: number, busyMs: number, seed: number) =>
  timeApart(
    work(() => oneMs, { seed: 2 * seed, busyMs }).call,
    work(() => otherMs, { seed: 2 * seed + 1, busyMs }).call,
  )

test('equal times are not apart, however busy the machine is', async () => {
  for (const seed of SEEDS) expect(await measure(20, 20, 100, seed), String(seed)).toBeLessThan(5)
})

test('different times are apart, whichever is longer', async () => {
  for (const seed of SEEDS) {
    expect(await measure(30, 20, 5, seed), String(seed)).toBeGreaterThan(5)
    expect(await measure(20, 30, 5, seed), String(seed)).toBeGreaterThan(5)
    expect(await measure(80, 20, 60, seed), String(seed)).toBeGreaterThan(5)
  }
})

test('a good beginning is not enough: every round counts', async () => {
  const late = work((round) => (round < ROUNDS / 4 ? 20 : 40), { seed: 1, busyMs: 2 })
  const steady = work(() => 20, { seed: 2, busyMs: 2 })
  expect(await timeApart(late.call, steady.call)).toBeGreaterThan(5)
  expect([late.asked.length, steady.asked.length]).toEqual([ROUNDS, ROUNDS])
})
