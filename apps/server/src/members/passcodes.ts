import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSCODE_LENGTH_MIN, refuseWeakPasscode } from '@trefoil/core/identity/passcode'

/** argon2id, 19 MiB, two passes; runs on the thread pool, not on the event loop. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

const common = new Set(dictionary['passwords-common'].filter((text) => text.length >= PASSCODE_LENGTH_MIN))
const isCommon = (text: string): boolean => common.has(text)

/** Refuses a weak one. */
export async function hashPasscode(passcode: string, email: string): Promise<string> {
  refuseWeakPasscode(passcode, { isCommon, email })
  return hash(passcode, COST)
}

/** Does the same work without a stored hash, so that the time does not reveal whether an account exists. */
export async function passcodeMatches(passcode: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), passcode)
  return matches && stored !== undefined
}

const nobody = hash('nobody has this passcode', COST)
