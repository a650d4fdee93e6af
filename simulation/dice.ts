import { randomFrom } from '../apps/server/src/testing/random.ts'

/** Every decision of a run comes from here, so that the same seed decides the same. */
export type Dice = {
  below(limit: number): number
  /** From `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(of: number): boolean
  pick<Item>(items: readonly Item[]): Item | undefined
  /** `count` random bytes. */
  hex(count: number): `0x${string}`
  big(limit: bigint): bigint
  /** For a part that throws as often as time allows: the others do not notice. */
  fork(): Dice
}

export function diceFrom(seed: number): Dice {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1))
  const below = (limit: number) => random.below(limit)
  const hex = (count: number): `0x${string}` =>
    `0x${Array.from({ length: count }, () => below(256).toString(16).padStart(2, '0')).join('')}`
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (of) => below(1_000_000) < of * 1_000_000,
    pick: (items) => items[below(items.length)],
    hex,
    big: (limit) => BigInt(hex(12)) % limit,
    fork: () => diceFrom(below(2 ** 31)),
  }
}
