import { parseArgs } from 'node:util'
import type { Tx } from '../db/database.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { endSessions } from '../members/end-sessions.ts'
import { Misuse, StartError } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { COMMAND_LINE, lockStaff } from './staff.ts'

export const REMOVE_OPERATOR_HELP = `  remove-operator   Remove an operator or auditor at once and for good. Their actions stay in the audit log.
          --email and --why are required; --json prints JSON. The last operator is not removed.
          Example: npm run trefoil -- remove-operator --email olga@example.org --why "Left the company"
`

export async function removeOperatorCommand(args: string[], variables?: Variables): Promise<string> {
  const options = { json: { type: 'boolean' }, email: { type: 'string' }, why: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const { email, why } = values
  if (email === undefined || !why?.trim()) throw new Misuse('remove-operator needs --email and --why.')
  const removed = await removeOperator(readSettings(variables), { email, why })
  if (values.json) return JSON.stringify(removed)
  return `${removed.email} was an ${removed.was}, and cannot sign in any more. Sessions ended: ${removed.sessionsEnded}.`
}

/** Keeps the account, because the audit log refers to it, but nobody can sign in to it. */
export async function removeOperator(settings: Settings, { email, why }: { email: string; why: string }) {
  return withDatabase(settings, async ({ bringUpToDate, act }) => {
    await bringUpToDate()
    const work = async (tx: Tx) => {
      // Locks all operators, so that two concurrent removals cannot remove the last two.
      const operators = await tx
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'operator')
        .orderBy('id')
        .forUpdate()
        .execute()
      const account = await lockStaff(tx, email)
      if (account.role === 'operator' && operators.length === 1)
        throw new StartError('This is the last operator: create another one first, with create-operator.')
      await tx.updateTable('account').set({ role: 'former' }).where('id', '=', account.id).execute()
      return { ...account, sessionsEnded: await endSessions(tx, { accountId: account.id }, 'ended by an operator') }
    }
    const removed = await act({ ...COMMAND_LINE, action: 'operator.remove', why }, work, (account) => ({
      member: account.id,
      details: { was: account.role, sessions_ended: account.sessionsEnded },
    }))
    return { email: removed.email, was: removed.role, sessionsEnded: removed.sessionsEnded }
  })
}
