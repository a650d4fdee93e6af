import type { WithdrawalRow } from './api.ts'
import { withdrawalsCopy as text } from './copy.ts'

type Approvable = Pick<WithdrawalRow, 'approvals' | 'waits_for' | 'state'>

/** Says what this approval does: what waits for another operator does not leave. */
export function approveNote(rows: readonly Approvable[]): string {
  const waiting = rows.filter(isFirstOfTwo).length
  if (rows.length === 1) return waiting === 1 ? text.approveFirstNote : text.approveNote
  if (waiting === 0) return text.approveManyNote
  return waiting === rows.length ? text.approveManyFirstNote : text.approveSomeNote
}

const isFirstOfTwo = ({ approvals, waits_for, state }: Approvable): boolean =>
  approvals.needed === 2 && waits_for !== 'second_approval' && state !== 'approved'
