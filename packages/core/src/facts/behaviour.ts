import { mergeSmall, percentOf } from './groups.ts'

/** What members did, as far as a simulation draws from it. */
export type Behaviour = {
  /** How many others a member referred. */
  readonly referrals: readonly Bin[]
  /** How often a member gave. */
  readonly donations: readonly Bin[]
  /** How much a donor gave at a time on average, in dollars. */
  readonly gift: readonly Bin[]
  /** At which stage those are who have referred somebody. */
  readonly above: readonly StageBin[]
  /** How many members are above one, at the median. */
  readonly depth: number
}

/** Members who did it from `from` to `to` times, or dollars. Null: or more. */
export type Bin = {
  readonly from: number
  readonly to: number | null
  readonly people: number
  readonly mean: number
}

/** `full`: how many percent of them may earn nothing more until they give again. */
export type StageBin = Bin & { readonly full: number }

/** Where groups begin. Those with few people are joined. */
export const BIN_EDGES = {
  referrals: [0, 1, 2, 3, 4, 6, 11],
  donations: [0, 1, 2, 3, 4, 6, 9, 13],
  gift: [0, 15, 20, 30, 45, 70, 100, 150, 250],
  above: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
} as const

/** Counted by the number of the edge at or below each. */
export type BinCount = { readonly edge: number; readonly people: number; readonly sum: number }

type Open = { readonly first: number; readonly last: number; readonly people: number; readonly sum: number }

export function makeBins(edges: readonly number[], counts: readonly BinCount[]): Bin[] {
  return openBins(
    edges,
    counts.map((count) => ({ ...count, full: 0 })),
  ).map((bin) => binOf(edges, bin))
}

export function makeStageBins(counts: readonly (BinCount & { readonly full: number })[]): StageBin[] {
  const edges = BIN_EDGES.above
  return openBins(edges, counts).map((bin) => ({ ...binOf(edges, bin), full: percentOf(bin.full, bin.people) }))
}

function openBins(
  edges: readonly number[],
  counts: readonly (BinCount & { readonly full: number })[],
): (Open & { readonly full: number })[] {
  const bins = edges.map((_, index) => {
    const { people = 0, sum = 0, full = 0 } = counts.find(({ edge }) => edge === index) ?? {}
    return { first: index, last: index, people, sum, full }
  })
  return mergeSmall(bins, (a, b) => ({
    first: a.first,
    last: b.last,
    people: a.people + b.people,
    sum: a.sum + b.sum,
    full: a.full + b.full,
  }))
}

function binOf(edges: readonly number[], { first, last, people, sum }: Open): Bin {
  const next = edges[last + 1]
  return {
    from: edges[first] ?? 0,
    to: next === undefined ? null : next - 1,
    people,
    mean: Math.round((sum / people) * 10) / 10,
  }
}

/** So many percent of members did no more than this. */
export function didAtMost(bins: readonly Bin[], percent: number): number {
  const bin = binAt(bins, percent)
  // Of the last group, only the mean is known.
  return bin.to ?? Math.ceil(bin.mean)
}

/** About what somebody in the middle did. */
export const didInTheMiddle = (bins: readonly Bin[]): number => Math.round(binAt(bins, 50).mean)

function binAt(bins: readonly Bin[], percent: number): Bin {
  const all = bins.reduce((sum, { people }) => sum + people, 0)
  let people = 0
  for (const bin of bins) {
    people += bin.people
    if (people * 100 >= all * percent) return bin
  }
  throw new RangeError('Nobody did anything')
}
