import { afterAll, expect } from 'vitest'
import { openDatabase, openPool, type Database } from '../db/database.ts'
import { verifyInvariants } from '../ledger/verify.ts'

/** Opens a test database to inspect the ledger without the server. */
export function lookInto(databaseUrl: string | undefined): Database {
  if (databaseUrl === undefined) throw new Error('No database to look into')
  const db = openDatabase(openPool(databaseUrl, 2))
  afterAll(() => db.destroy())
  return db
}

export async function expectNoViolation(db: Database): Promise<void> {
  expect((await verifyInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([])
}
