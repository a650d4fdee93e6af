import type { Bin } from '../facts/behaviour.ts'

/** The same seed gives the same numbers, on every machine. */
export type Random = {
  /** From 0 to 1, excluding 1. */
  next(): number
  below(limit: number): number
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, below: (limit) => Math.floor(next() * limit) }
}

/** Each group as often as there are people in it. */
export function drawBin<Each extends Bin>(random: Random, bins: readonly Each[]): Each {
  let place = random.below(bins.reduce((sum, { people }) => sum + people, 0))
  for (const bin of bins) {
    place -= bin.people
    if (place < 0) return bin
  }
  throw new Error('There is nobody to draw from')
}

/** A whole number, on average the group's mean. */
export function drawCount(random: Random, bins: readonly Bin[]): number {
  const { mean } = drawBin(random, bins)
  return Math.floor(mean) + (random.next() < mean % 1 ? 1 : 0)
}
