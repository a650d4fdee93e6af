import type { MemberId } from '../ledger/account.ts'

/** So many addresses a member may use up in a lifetime. */
export const TURNS_MAX = 65_536

/**
 * A deposit address by whose it is and the how-manieth of theirs. Not a running number: a database that was restored
 * from an old copy then issues the same addresses to the same members, and never one member's to another.
 */
export function depositIndex(member: MemberId, turn: number): number {
  if (!Number.isInteger(turn) || turn < 0 || turn >= TURNS_MAX) throw new Error(`There is no turn ${turn}`)
  return member * TURNS_MAX + turn
}
