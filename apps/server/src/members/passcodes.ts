import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { refuseWeakPasscode, type PasscodeOwner, type Score } from '@trefoil/core/identity/passcode'

/** argon2id, 19 MiB, two passes; runs on the thread pool, not on the event loop. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Refuses a weak one. */
export async function hashPasscode(passcode: string, owner: PasscodeOwner): Promise<string> {
  refuseWeakPasscode(passcode, owner, await loadScore())
  return hash(passcode, COST)
}

/** Does the same work without a stored hash, so that the time does not reveal whether an account exists. */
export async function passcodeMatches(passcode: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), passcode)
  return matches && stored !== undefined
}

const nobody = hash('nobody has this passcode', COST)

/** Of a passcode that nobody knows. */
export const unknownPasscodeHash = (): Promise<string> => hash(randomBytes(32), COST)

let loaded: Promise<Score> | undefined

/** The dictionaries take memory and a moment: loaded when the first passcode is chosen. */
function loadScore(): Promise<Score> {
  loaded ??= import('./passcode-score.ts').then(({ scorePasscode }) => scorePasscode)
  return loaded
}
