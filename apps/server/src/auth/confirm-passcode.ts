import { Refusal } from '@trefoil/core/refusal'
import { passcodeMatches } from '../members/passcodes.ts'
import type { AuthContext } from './context.ts'

/** Asks a signed-in account for its passcode again. */
export async function confirmPasscode({ db, limits }: AuthContext, accountId: number, passcode: string): Promise<void> {
  const { passcode_hash: stored } = await db
    .selectFrom('account')
    .select('passcode_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const attempt = await limits.confirm(accountId)
  if (!(await passcodeMatches(passcode, stored))) throw new Refusal('wrong_passcode', 'The passcode is not right.')
  await attempt.giveBack()
}
