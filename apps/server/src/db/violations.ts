import { DatabaseError } from 'pg'

/** Whether the database refused because of this constraint: constraints speak the domain's words. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.constraint === constraint
