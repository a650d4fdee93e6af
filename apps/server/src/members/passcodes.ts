import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import {
  PASSCODE_COST,
  refuseWeakPasscode,
  type PasscodeCost,
  type PasscodeOwner,
  type Score,
} from '@trefoil/core/identity/passcode'

/** Refuses a weak one. Hashes with argon2id, on the thread pool, not on the event loop. */
export async function hashPasscode(passcode: string, owner: PasscodeOwner, cost = PASSCODE_COST): Promise<string> {
  refuseWeakPasscode(passcode, owner, await loadScore())
  return hash(passcode, cost)
}

/** Does the same work without a stored hash, so that the time does not reveal whether an account exists. */
export async function passcodeMatches(
  passcode: string,
  stored: string | undefined,
  cost = PASSCODE_COST,
): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash(cost)), passcode)
  return matches && stored !== undefined
}

const nobodys = new Map<PasscodeCost, Promise<string>>()

/** Made once for each cost. */
function nobodysHash(cost: PasscodeCost): Promise<string> {
  const made = nobodys.get(cost) ?? hash('nobody has this passcode', cost)
  nobodys.set(cost, made)
  return made
}

// Before the first sign-in, which would take twice as long otherwise.
void nobodysHash(PASSCODE_COST)

/** Of a passcode that nobody knows. */
export const unknownPasscodeHash = (): Promise<string> => hash(randomBytes(32), PASSCODE_COST)

let loaded: Promise<Score> | undefined

/** The dictionaries take memory and a moment: loaded when the first passcode is chosen. */
function loadScore(): Promise<Score> {
  loaded ??= import('./passcode-score.ts').then(({ scorePasscode }) => scorePasscode)
  return loaded
}
