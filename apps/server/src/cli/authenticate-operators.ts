import { Refusal } from '@trefoil/core/refusal'
import type { Database } from '../db/database.ts'
import { findByPrivateKey } from '../members/accounts.ts'
import { passcodeMatches } from '../members/passcodes.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { StartError } from '../start-error.ts'
import type { Credentials } from './ask-operators.ts'

type Context = { db: Database; keyring: Keyring }
type TwoPeople = readonly [first: number, second: number]

/**
 * Whoever runs a command has the database and its secret, from which codes can be computed: counting wrong ones would
 * protect nothing here.
 */
const limits = { code: async () => ({ count: 1, endsInMs: 0, giveBack: async () => {} }) }

/** Two different operators, by everything that the sign-in asks for. A code is used up last. */
export async function authenticateOperators(
  { db, keyring }: Context,
  [one, another]: readonly [Credentials, Credentials],
): Promise<TwoPeople> {
  // A terminal has no passkeys: whoever has nothing else uses a recovery code.
  const context = { db, keyring, limits, relyingParty: undefined }
  const people: TwoPeople = [await identify(context, one), await identify(context, another)]
  if (people[0] === people[1]) throw new StartError('Two different operators have to agree to this.')
  await demandSecondFactor(context, { accountId: people[0] }, one.code === '' ? undefined : one.code)
  await demandSecondFactor(context, { accountId: people[1] }, another.code === '' ? undefined : another.code)
  return people
}

async function identify({ db, keyring }: Context, { privateKey, passcode }: Credentials): Promise<number> {
  const found = await findByPrivateKey(db, keyring, privateKey)
  const matches = await passcodeMatches(passcode, found?.passcode_hash)
  if (!found || !matches || found.role !== 'operator')
    throw new Refusal('wrong_credentials', "The private key or the passcode is not right, or not an operator's.")
  if (found.passcode_handed_out)
    throw new Refusal('forbidden', `${found.name} has to change the passcode that they were given first.`)
  return found.id
}
