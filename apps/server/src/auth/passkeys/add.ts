import type { addPasskey as addRoute } from '@trefoil/contract/passkeys'
import type { BodyOf } from '@trefoil/contract/route'
import { hasSecondFactor, refuseOneMorePasskey } from '@trefoil/core/identity/passkey'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { violates } from '../../db/violations.ts'
import type { Caller } from '../../http/guard.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordActivity } from '../../members/activity.ts'
import { recordAuthEvent, type Origin } from '../../members/auth-events.ts'
import { endSessions } from '../../members/end-sessions.ts'
import { readChallenge, useChallenge } from '../../members/passkey-challenge.ts'
import { readClientData, refused, requireRelyingParty, tooLate } from '../../members/passkeys.ts'
import type { RelyingParty } from '../../members/relying-party.ts'
import { findFactors } from '../../members/second-factor.ts'
import type { AuthContext } from '../context.ts'
import { lockCaller } from '../lock-caller.ts'
import { replaceRecoveryCodes } from '../recovery-codes.ts'
import { ALGORITHMS } from './options.ts'
import { PASSKEY_COLUMNS, viewOf } from './list.ts'

type NewPasskey = BodyOf<typeof addRoute>

/**
 * If it is the account's first second factor, recovery codes come with it, and all other sessions end: none of them has
 * shown it.
 */
export async function addPasskey(
  context: AuthContext,
  caller: Caller,
  { name, credential, origin: from }: NewPasskey & { origin: Origin },
) {
  const { accountId, sessionId } = caller
  const relyingParty = requireRelyingParty(context)
  const { challenge, origin } = readClientData(credential.clientDataJSON, relyingParty)
  const expiresAt = readChallenge(context.keyring, challenge, { purpose: 'add', boundTo: sessionId })
  if (!expiresAt) throw tooLate()
  const verified = await verifyCredential(credential, { challenge, origin, relyingParty })
  if (!verified) throw refused()
  try {
    return await context.db.transaction().execute(async (tx) => {
      if (!(await useChallenge(tx, challenge, expiresAt))) throw tooLate()
      await lockCaller(tx, caller)
      const factors = await findFactors(tx, accountId)
      refuseOneMorePasskey(factors)
      const passkey = await tx
        .insertInto('passkey')
        .values({ account_id: accountId, name: name.trim(), ...verified, transports: credential.transports })
        .returning(PASSKEY_COLUMNS)
        .executeTakeFirstOrThrow()
      await recordActivity(tx, accountId, 'Security', 'A passkey was added')
      await enqueueMail(tx, accountId, { kind: 'passkey added', facts: {} })
      await recordAuthEvent(tx, { accountId, kind: 'passkey_added' }, { ...from, keyring: context.keyring })
      const codes = hasSecondFactor(factors) ? null : await beginSecondFactor(tx, context, { accountId, sessionId })
      return { passkey: viewOf(passkey), recovery_codes: codes }
    })
  } catch (error) {
    if (violates(error, 'passkey_taken'))
      throw new Refusal('wrong_passkey', 'This passkey has been added before.', { name: 'passkey_added_before' })
    throw error
  }
}

async function beginSecondFactor(
  tx: Tx,
  { keyring }: AuthContext,
  { accountId, sessionId }: { accountId: number; sessionId: string },
): Promise<string[]> {
  await tx
    .updateTable('session')
    .set({ second_factor_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute()
  await endSessions(tx, { accountId, except: sessionId }, 'two-factor turned on')
  return replaceRecoveryCodes(tx, keyring, accountId)
}

/** What to store of it, if the authenticator made it for us just now, and saw its owner. */
async function verifyCredential(
  { id, clientDataJSON, attestationObject }: NewPasskey['credential'],
  { challenge, origin, relyingParty }: { challenge: string; origin: string; relyingParty: RelyingParty },
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== id) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      backed_up: credentialBackedUp,
    }
  } catch {
    // It throws for everything that is wrong with a credential.
    return undefined
  }
}
