import type { Tx } from '../db/database.ts'
import { StartError } from '../start-error.ts'

/** Who works at the console under this address; nobody else changes the account meanwhile. */
export async function lockStaff(tx: Tx, email: string) {
  const account = await tx
    .selectFrom('account')
    .select(['id', 'email', 'role', 'totp_enabled_at'])
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('role', 'in', ['operator', 'auditor'])
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new StartError(`There is no operator or auditor with the address "${email}".`)
  return account
}

/** The first half of an audit line that the command line writes. */
export const COMMAND_LINE = { operator: null, address: null, agent: null }
