/** The same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 to 1, excluding 1. */
  next(): number
  chance(probability: number): boolean
  /** Whole numbers, both ends included. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, and random enough for a story.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
  }
}
