import type { MemberId } from '../ledger/account.ts'

/** The most deposit addresses that one member can have. */
export const TURNS_MAX = 65_536

/**
 * Numbers a deposit address by its member and the member's nth turn. A running number would not do: a database restored
 * from an old backup must issue the same addresses to the same members, never one member's to another.
 */
export function depositIndex(member: MemberId, turn: number): number {
  if (!Number.isInteger(turn) || turn < 0 || turn >= TURNS_MAX) throw new Error(`There is no turn ${turn}`)
  return member * TURNS_MAX + turn
}
