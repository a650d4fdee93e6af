import type { SecondFactor } from '@trefoil/contract/shapes'
import { Refusal } from '@trefoil/core/refusal'
import { findByPrivateKey, keyMacs } from '../members/accounts.ts'
import { recordFailedSignIn, type Origin } from '../members/auth-events.ts'
import { passcodeMatches } from '../members/passcodes.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { AuthContext } from './context.ts'
import { deviceFor, isCurrentDevice, isDeviceOf } from './devices.ts'
import { openSession } from './sessions.ts'

export type SignIn = { identifier: string; password: string; code?: SecondFactor | undefined }

/** `cookie` marks a browser that the account knows; `browser` is what its passkey challenges are bound to. */
type From = Origin & { cookie: string | undefined; browser: string | undefined }

/**
 * An unknown key and a wrong passcode get the same answer after the same work. The attempt is counted before the check,
 * and given back if the passcode was right.
 */
export async function signIn(context: AuthContext, request: SignIn, device: From) {
  const { db, keyring, limits } = context
  const [named] = keyMacs(keyring, request.identifier)
  const isKnownDevice = await isKnown(context, request.identifier, device.cookie)
  const attempt = await limits.signIn({
    address: device.address,
    account: named?.toString('base64url') ?? '',
    isKnownDevice,
  })
  const account = await findByPrivateKey(db, keyring, request.identifier)
  const matches = await passcodeMatches(request.password, account?.passcode_hash)
  if (!account || !matches || account.role === 'former') {
    const { address, agent } = device
    await recordFailedSignIn(db, account?.id, { keyring, address, agent })
    throw new Refusal('wrong_credentials', 'The private key or the passcode is not right.')
  }
  await attempt.giveBack()
  const { id: accountId, role, name, email, referral_code } = account
  const from = isKnownDevice ? 'known device' : 'elsewhere'
  const owner = { accountId, browser: device.browser }
  const secondFactor = await demandSecondFactor(context, owner, request.code, { from, origin: device })

  const session = await db
    .transaction()
    .execute((tx) => openSession(tx, keyring, { accountId, role, secondFactor, ...device }))
  return { user: { role, name, email, referral_code }, session, deviceCookie: deviceFor(keyring, account) }
}

async function isKnown({ db, keyring }: AuthContext, identifier: string, cookie: string | undefined): Promise<boolean> {
  if (!isDeviceOf(keyring, cookie, keyMacs(keyring, identifier))) return false
  const account = await findByPrivateKey(db, keyring, identifier)
  return account !== undefined && isCurrentDevice(keyring, cookie, account)
}
