import type { SecondFactor } from '@trefoil/contract/shapes'
import { Refusal } from '@trefoil/core/refusal'
import type { Tx } from '../db/database.ts'
import type { Spoken } from '../http/spoken.ts'
import { findByPrivateKey, keyMacs } from '../members/accounts.ts'
import { recordFailedSignIn, type Origin } from '../members/auth-events.ts'
import { passcodeMatches } from '../members/passcodes.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { AuthContext } from './context.ts'
import { deviceFor, isCurrentDevice, isDeviceOf } from './devices.ts'
import { openSession } from './sessions.ts'

export type SignIn = { identifier: string; password: string; code?: SecondFactor | undefined }

/** `cookie` marks a browser that the account knows; `browser` is what its passkey challenges are bound to. */
type From = Origin & { cookie: string | undefined; browser: string | undefined; spoken: Spoken }

/**
 * An unknown key and a wrong passcode get the same answer after the same work. The attempt is counted before the check,
 * and given back if the passcode was right.
 */
export async function signIn(context: AuthContext, request: SignIn, device: From) {
  const { db, keyring, limits, passcodeCost } = context
  const [named] = keyMacs(keyring, request.identifier)
  const isKnownDevice = await isKnown(context, request.identifier, device.cookie)
  const attempt = await limits.signIn({
    address: device.address,
    account: named?.toString('base64url') ?? '',
    isKnownDevice,
  })
  const account = await findByPrivateKey(db, keyring, request.identifier)
  const matches = await passcodeMatches(request.password, account?.passcode_hash, passcodeCost)
  if (!account || !matches || account.role === 'former') throw await refuse(context, account?.id, device)
  await attempt.giveBack()
  const { id: accountId, role, name, email, referral_code, first_steps } = account
  const from = isKnownDevice ? 'known device' : 'elsewhere'
  const owner = { accountId, browser: device.browser }
  const secondFactor = await demandSecondFactor(context, owner, request.code, { from, origin: device })

  const session = await db.transaction().execute(async (tx) => {
    if (!(await isStill(tx, account))) return undefined
    return openSession(tx, keyring, { accountId, role, secondFactor, ...device })
  })
  if (!session) throw await refuse(context, accountId, device)
  const user = { role, name, email, referral_code, first_steps: first_steps && referral_code !== null }
  return { user, session, deviceCookie: deviceFor(keyring, account) }
}

async function refuse({ db, keyring }: AuthContext, accountId: number | undefined, { address, agent }: Origin) {
  await recordFailedSignIn(db, accountId, { keyring, address, agent })
  return new Refusal('wrong_credentials', 'The private key or the passcode is not right.')
}

/**
 * Asked again with the account locked: a reset of the passcode ends every session, also the one that is about to begin
 * with the old passcode. Likewise with an erasure and another role, and if another second factor would be asked for now.
 */
async function isStill(tx: Tx, checked: Checked): Promise<boolean> {
  const unchanged = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', checked.id)
    .where('passcode_hash', '=', checked.passcode_hash)
    .where('role', '=', checked.role)
    .where('second_factor', '=', checked.second_factor)
    .where('passkeys', '=', checked.passkeys)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return unchanged !== undefined
}

type Checked = NonNullable<Awaited<ReturnType<typeof findByPrivateKey>>>

async function isKnown({ db, keyring }: AuthContext, identifier: string, cookie: string | undefined): Promise<boolean> {
  if (!isDeviceOf(keyring, cookie, keyMacs(keyring, identifier))) return false
  const account = await findByPrivateKey(db, keyring, identifier)
  return account !== undefined && isCurrentDevice(keyring, cookie, account)
}
