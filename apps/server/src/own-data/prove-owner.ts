import type { SecondFactor } from '@trefoil/contract/shapes'
import { confirmPasscode } from '../auth/confirm-passcode.ts'
import type { AuthContext } from '../auth/context.ts'
import type { Caller } from '../http/guard.ts'
import type { Origin } from '../members/auth-events.ts'
import { demandSecondFactor } from '../members/second-factor.ts'

export type OwnersProof = { password: string; code?: SecondFactor | undefined; origin: Origin }

/** A session alone is not enough: an unlocked screen has one. */
export async function proveOwner(context: AuthContext, caller: Caller, proof: OwnersProof): Promise<void> {
  await confirmPasscode(context, caller.accountId, proof.password)
  await demandSecondFactor(context, caller, proof.code, { origin: proof.origin })
}
