import { balanceOf, memberOf, move, type EarningWindow, type Model, type Posted } from './model.ts'

/** Who gives back how much: each target what it still has of it, and operations the rest. */
export function returnsOf(model: Model, { credits }: Posted): Map<string, bigint> {
  const owed = new Map<string, bigint>()
  for (const { target, amount } of credits) owed.set(target, (owed.get(target) ?? 0n) + amount)
  const returns = new Map<string, bigint>()
  let missing = 0n
  for (const [target, amount] of owed) {
    const has = balanceOf(model, target)
    const returned = has < amount ? has : amount
    if (returned > 0n) returns.set(target, returned)
    missing += amount - returned
  }
  if (missing > 0n) returns.set('operations', (returns.get('operations') ?? 0n) + missing)
  return returns
}

/** Moves the money back, frees what was earned, and reopens the donor's earlier window. */
export function takeBack(model: Model, original: Posted): void {
  const earnedIn = new Map(original.credits.flatMap(({ target, window }) => (window ? [[target, window]] : [])))
  for (const [target, amount] of returnsOf(model, original)) {
    move(model, { from: target, to: original.source, amount })
    const window = earnedIn.get(target)
    if (window) lasting(window).earned -= amount
  }
  if (original.reason === 'donation') mergeNewest(memberOf(model, original.member).windows)
  original.isReversed = true
}

function mergeNewest(windows: EarningWindow[]): void {
  const newest = windows.pop()
  const before = windows.at(-1)
  if (!newest || !before) throw new Error('There is no window to go back to')
  before.earned += newest.earned
  newest.mergedInto = before
}

const lasting = (window: EarningWindow): EarningWindow => (window.mergedInto ? lasting(window.mergedInto) : window)
