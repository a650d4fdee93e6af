import { Refusal } from '@trefoil/core/refusal'
import type { Database } from '../db/database.ts'
import type { Limits } from '../http/limits.ts'
import { findByPrivateKey, keyHash } from '../members/accounts.ts'
import { passcodeMatches } from '../members/passcodes.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Credentials } from './ask-operators.ts'

type Context = { db: Database; keyring: Keyring; limits: Limits }

/** An operator by everything that the sign-in asks for, with the sign-in's limits. */
export async function authenticateOperator(
  context: Context,
  { privateKey, passcode, code }: Credentials,
): Promise<{ id: number; name: string }> {
  const { db, keyring, limits } = context
  const account = keyHash(keyring, privateKey).toString('base64url')
  const attempt = await limits.signIn({ address: 'command line', account, knownDevice: undefined })
  const found = await findByPrivateKey(db, keyring, privateKey)
  const matches = await passcodeMatches(passcode, found?.passcode_hash)
  if (!found || !matches || found.role !== 'operator')
    throw new Refusal('wrong_credentials', "The private key or the passcode is not right, or not an operator's.")
  await attempt.giveBack()
  if (found.passcode_handed_out)
    throw new Refusal('forbidden', `${found.name} has to change the passcode that they were given first.`)
  await demandSecondFactor(context, found.id, code === '' ? undefined : code)
  return { id: found.id, name: found.name }
}
