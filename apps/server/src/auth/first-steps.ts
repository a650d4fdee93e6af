import type { ReplyOf } from '@trefoil/contract/route'
import type { readProfile } from '@trefoil/contract/profile'
import type { Database } from '../db/database.ts'
import { lockCaller } from './lock-caller.ts'
import type { Caller } from '../http/guard.ts'

type Profile = ReplyOf<typeof readProfile>['data']
export type FirstSteps = NonNullable<Profile['first_steps']>

type Facts = Pick<Profile, 'stats' | 'balances'> & {
  profile: Pick<Profile['profile'], 'two_factor' | 'email_verified'>
  hasReferred: boolean
}

/** Follows from what happened. Only that they are over is stored. */
export const firstStepsOf = ({ stats, balances, profile, hasReferred }: Facts): FirstSteps => ({
  // Money from another member serves as well.
  deposit: stats.total_deposit > 0 || balances.deposit_balance > 0 || stats.total_donation > 0,
  donate: stats.total_donation > 0,
  share: hasReferred,
  secure: profile.two_factor && profile.email_verified,
})

/** Once all are done, for good: a second factor can be turned off again, and who did so is no newcomer. */
export async function endDoneSteps({ db }: { db: Database }, accountId: number, profile: Profile): Promise<Profile> {
  const { first_steps: steps } = profile
  if (steps === null || !Object.values(steps).every((isDone) => isDone)) return profile
  await db
    .updateTable('account')
    .set({ first_steps: false })
    .where('id', '=', accountId)
    .where('first_steps', '=', true)
    .execute()
  return { ...profile, first_steps: null }
}

/** For good, whatever happens later. */
export async function dismissFirstSteps({ db }: { db: Database }, caller: Caller): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await tx.updateTable('account').set({ first_steps: false }).where('id', '=', caller.accountId).execute()
  })
}
