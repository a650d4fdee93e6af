import { DatabaseError } from 'pg'

/** Whether the database refused because of this constraint. Constraints are named in the domain's words. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.constraint === constraint
