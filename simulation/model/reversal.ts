import type { RefusalCode } from '../../packages/core/src/refusal.ts'
import { balanceOf, memberOf, move, type Asked, type EarningWindow, type Model, type Posted } from './model.ts'

/** Who gives back how much: each target what it still has of it, and operations what is missing. */
export function returnsOf(model: Model, { credits }: Posted): { returns: Map<string, bigint>; missing: bigint } {
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
  return { returns, missing }
}

/** Why it has to be refused right now, if it has to. */
export function refusalOfReversal(
  model: Model,
  { reference, operationsBears }: Extract<Asked, { kind: 'reversal' }>,
): RefusalCode | undefined {
  const original = model.posted.get(reference)
  if (!original) return 'not_found'
  if (original.isReversed || !isUndoable(model, original)) return 'wrong_state'
  const { returns, missing } = returnsOf(model, original)
  if (missing === 0n) return undefined
  const isCovered = operationsBears && (returns.get('operations') ?? 0n) <= model.system.operations
  return isCovered ? undefined : 'insufficient_funds'
}

/** Only a member's latest donation, and only if what they earned since fits into the window that is open again. */
function isUndoable(model: Model, { reason, member, window }: Posted): boolean {
  if (reason !== 'donation') return true
  const [before, newest] = memberOf(model, member).windows.slice(-2)
  if (!before || newest !== window) return false
  return newest?.earned === 0n || before.earned + (newest?.earned ?? 0n) <= before.last
}

/** Moves the money back, frees what was earned, and reopens the donor's earlier window. */
export function takeBack(model: Model, original: Posted): void {
  const earnedIn = new Map(original.credits.flatMap(({ target, window }) => (window ? [[target, window]] : [])))
  for (const [target, amount] of returnsOf(model, original).returns) {
    move(model, { from: target, to: original.source, amount })
    const window = earnedIn.get(target)
    if (window) lasting(window).earned -= amount
  }
  if (original.reason === 'donation') mergeNewest(memberOf(model, original.member).windows)
  if (original.log !== undefined) model.assigned.delete(original.log)
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
