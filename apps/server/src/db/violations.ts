import { Violation } from '@trefoil/core/ledger/violation'
import { DatabaseError } from 'pg'

/** Whether the database refused because of this constraint, or would have. Constraints are named in the domain's words. */
export const violates = (error: unknown, constraint: string): boolean =>
  (error instanceof DatabaseError || error instanceof Violation) && error.constraint === constraint
