import { Refusal } from '@trefoil/core/refusal'
import { findByPrivateKey, keyHash } from '../members/accounts.ts'
import { passcodeMatches } from '../members/passcodes.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { AuthContext } from './context.ts'
import { deviceFor, rememberedDevice } from './devices.ts'
import { openSession, type Device } from './sessions.ts'

export type SignIn = { identifier: string; password: string; code?: string | undefined }

/**
 * An unknown key and a wrong passcode get the same answer after the same work. The attempt is counted before the check,
 * and given back if the passcode was right.
 */
export async function signIn(context: AuthContext, request: SignIn, device: Device & { cookie: string | undefined }) {
  const { db, keyring, limits } = context
  const hash = keyHash(keyring, request.identifier)
  const knownDevice = rememberedDevice(keyring, device.cookie, hash)
  const attempt = await limits.signIn({ address: device.address, account: hash.toString('base64url'), knownDevice })
  const account = await findByPrivateKey(db, keyring, request.identifier)
  const matches = await passcodeMatches(request.password, account?.passcode_hash)
  if (!account || !matches || account.role === 'former')
    throw new Refusal('wrong_credentials', 'The private key or the passcode is not right.')
  await attempt.giveBack()
  const { id: accountId, role, name, email, referral_code } = account
  const from = knownDevice === undefined ? 'elsewhere' : 'known device'
  const secondFactor = await demandSecondFactor(context, accountId, request.code, from)

  const session = await db
    .transaction()
    .execute((tx) => openSession(tx, keyring, { accountId, secondFactor, ...device }))
  return { user: { role, name, email, referral_code }, session, deviceCookie: deviceFor(keyring, hash) }
}
