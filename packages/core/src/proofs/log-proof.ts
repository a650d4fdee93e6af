import { completeWithin, foldPeaks, type NodePlace } from './log.ts'

/** For each hash of a proof, in order, the stored nodes that it is made of. */
export type ProofPlan = readonly (readonly NodePlace[])[]

type Range = { from: number; to: number }

/** That leaf `index` is in a log of this size: `PATH` of RFC 6962. */
export function planInclusion({ index, size }: { index: number; size: number }): ProofPlan {
  if (!isCount(index) || !isCount(size) || index >= size)
    throw new RangeError(`There is no leaf ${index} among ${size}`)
  return path(index, { from: 0, to: size }).map(completeWithin)
}

/** That a log of `to` leaves begins with the log of `from` leaves: `PROOF` of RFC 6962. */
export function planConsistency({ from, to }: { from: number; to: number }): ProofPlan {
  if (!isCount(from) || !isCount(to) || from > to) throw new RangeError(`${from} leaves are not the first of ${to}`)
  if (from === 0 || from === to) return []
  return extension({ first: from, range: { from: 0, to }, isKnown: true }).map(completeWithin)
}

/** `nodeAt` finds what was stored. */
export const proofFrom = (plan: ProofPlan, nodeAt: (place: NodePlace) => Uint8Array): Uint8Array[] =>
  plan.map((places) => foldPeaks(places.map(nodeAt)))

function path(index: number, { from, to }: Range): Range[] {
  if (to - from === 1) return []
  const middle = from + splitOf(to - from)
  return index < middle
    ? [...path(index, { from, to: middle }), { from: middle, to }]
    : [...path(index, { from: middle, to }), { from, to: middle }]
}

/** `isKnown`: the verifier has the root of this range already, because it is the older log's own. */
function extension({ first, range, isKnown }: { first: number; range: Range; isKnown: boolean }): Range[] {
  const { from, to } = range
  if (first === to) return isKnown ? [] : [range]
  const middle = from + splitOf(to - from)
  return first <= middle
    ? [...extension({ first, range: { from, to: middle }, isKnown }), { from: middle, to }]
    : [...extension({ first, range: { from: middle, to }, isKnown: false }), { from, to: middle }]
}

/** The largest power of two below this number. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
