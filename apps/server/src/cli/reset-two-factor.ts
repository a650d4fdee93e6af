import { parseArgs } from 'node:util'
import { readSettings, type Variables } from '../env.ts'
import { forgetTwoFactor } from '../operator/member-actions.ts'
import { Misuse } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { COMMAND_LINE, lockStaff } from './staff.ts'

export const RESET_TWO_FACTOR_HELP = `  reset-two-factor   Turn two-factor off for an operator or auditor who lost it. They get a mail and have to set it up again.
          --email and --why are required; --json prints JSON. For members, use the console.
          Example: npm run trefoil -- reset-two-factor --email olga@example.org --why "Lost telephone, seen in person"
`

export async function resetTwoFactorCommand(args: string[], variables?: Variables): Promise<string> {
  const options = { json: { type: 'boolean' }, email: { type: 'string' }, why: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const { email, why } = values
  if (email === undefined || !why?.trim()) throw new Misuse('reset-two-factor needs --email and --why.')
  const reset = await withDatabase(readSettings(variables), async ({ bringUpToDate, act }) => {
    await bringUpToDate()
    return act(
      { ...COMMAND_LINE, action: 'operator.reset_two_factor', why },
      async (tx) => {
        const account = await lockStaff(tx, email)
        return { ...account, sessionsEnded: await forgetTwoFactor(tx, account) }
      },
      ({ id }) => ({ member: id }),
    )
  })
  const { sessionsEnded } = reset
  if (values.json) return JSON.stringify({ email: reset.email, sessionsEnded })
  return `Two-factor of ${reset.email} is off. Sessions ended: ${sessionsEnded}.`
}
