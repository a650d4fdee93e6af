import type { SecondFactor } from '@trefoil/contract/shapes'
import { hasSecondFactor, refuseLastFactor } from '@trefoil/core/identity/passkey'
import type { Reader } from '../../db/database.ts'
import type { Caller } from '../../http/guard.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordActivity } from '../../members/activity.ts'
import { recordAuthEvent, type Origin } from '../../members/auth-events.ts'
import { endSessions } from '../../members/end-sessions.ts'
import { demandSecondFactor, findFactors } from '../../members/second-factor.ts'
import { confirmPasscode } from '../confirm-passcode.ts'
import type { AuthContext } from '../context.ts'
import { lockCaller } from '../lock-caller.ts'
import { deleteRecoveryCodes } from '../recovery-codes.ts'
import { unknownPasskey } from './list.ts'

type Removal = { id: number; password: string; code?: SecondFactor | undefined; origin: Origin }

/** Whoever has the device that it is on may be signed in with it, so all other sessions end. */
export async function removePasskey(context: AuthContext, caller: Caller, { id, password, code, origin }: Removal) {
  const { accountId, role } = caller
  const { db } = context
  await confirmPasscode(context, accountId, password)
  // Before a code is used up for nothing.
  await refuseToRemove(db, { accountId, role, id })
  await demandSecondFactor(context, caller, code, { origin })
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await refuseToRemove(tx, { accountId, role, id })
    await tx.deleteFrom('passkey').where('id', '=', id).where('account_id', '=', accountId).execute()
    if (!hasSecondFactor(await findFactors(tx, accountId))) await deleteRecoveryCodes(tx, accountId)
    await endSessions(tx, { accountId, except: caller.sessionId }, 'passkey removed')
    await recordActivity(tx, accountId, 'Security', 'A passkey was removed')
    await enqueueMail(tx, accountId, { kind: 'passkey removed', facts: {} })
    await recordAuthEvent(tx, { accountId, kind: 'passkey_removed' }, { ...origin, keyring: context.keyring })
  })
}

async function refuseToRemove(
  db: Reader,
  { accountId, role, id }: { accountId: number; role: string; id: number },
): Promise<void> {
  const own = db.selectFrom('passkey').select('id').where('id', '=', id).where('account_id', '=', accountId)
  if (!(await own.executeTakeFirst())) throw unknownPasskey()
  const { authenticator, passkeys } = await findFactors(db, accountId)
  refuseLastFactor({ role, left: { authenticator, passkeys: passkeys - 1 } })
}
