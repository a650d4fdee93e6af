import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { hashPasscode } from '../members/passcodes.ts'
import type { Caller } from '../http/guard.ts'
import { endSessions } from '../members/end-sessions.ts'
import { confirmPasscode } from './confirm-passcode.ts'
import type { AuthContext } from './context.ts'
import { lockCaller } from './lock-caller.ts'

/** Ends every other session, so that anybody who knew the old passcode is signed out. */
export async function changePasscode(
  context: AuthContext,
  caller: Caller,
  { origin, ...change }: { from: string; to: string; origin: Origin },
) {
  const { accountId, sessionId } = caller
  await confirmPasscode(context, accountId, change.from)
  const owner = await context.db
    .selectFrom('account')
    .select(['name', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const passcodeHash = await hashPasscode(change.to, owner, context.passcodeCost)
  await context.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await changeSecurity(tx, accountId, {
      set: { passcode_hash: passcodeHash, passcode_handed_out: false },
      activity: 'Your passcode was changed',
      mail: { kind: 'passcode changed', facts: {} },
    })
    await endSessions(tx, { accountId, except: sessionId }, 'passcode changed')
    await recordAuthEvent(tx, { accountId, kind: 'passcode_changed' }, { ...origin, keyring: context.keyring })
  })
}
