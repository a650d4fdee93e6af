import type { Tx } from '../db/database.ts'
import { StartError } from '../start-error.ts'

/** Finds the operator or auditor with this address, and locks the account. */
export async function lockStaff(tx: Tx, email: string) {
  const account = await tx
    .selectFrom('account')
    .select(['id', 'email', 'role', 'second_factor'])
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('role', 'in', ['operator', 'auditor'])
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new StartError(`There is no operator or auditor with the address "${email}".`)
  return account
}

/** The actor of audit entries that the command line writes. */
export const COMMAND_LINE = { operator: null, address: null, agent: null }
