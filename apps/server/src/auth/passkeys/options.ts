import { randomBytes } from 'node:crypto'
import type { passkeyChallenge, passkeyOptions } from '@trefoil/contract/passkeys'
import type { ReplyOf } from '@trefoil/contract/route'
import type { SecondFactor } from '@trefoil/contract/shapes'
import { refuseOneMorePasskey } from '@trefoil/core/identity/passkey'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Caller } from '../../http/guard.ts'
import type { Origin } from '../../members/auth-events.ts'
import { CHALLENGE_MINUTES, issueChallenge, type ChallengeUse } from '../../members/passkey-challenge.ts'
import { requireRelyingParty } from '../../members/passkeys.ts'
import { demandSecondFactor, findFactors } from '../../members/second-factor.ts'
import { confirmPasscode } from '../confirm-passcode.ts'
import type { AuthContext } from '../context.ts'

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

/** In our order of preference: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257]

type RequestOptions = ReplyOf<typeof passkeyChallenge>['data']

/** For adding one. Whoever gets these has shown the passcode, and the second factor if there is one. */
export async function creationOptions(
  context: AuthContext,
  caller: Caller,
  proof: { password: string; code?: SecondFactor | undefined; origin: Origin },
): Promise<ReplyOf<typeof passkeyOptions>['data']> {
  const { accountId, sessionId } = caller
  const relyingParty = requireRelyingParty(context)
  await confirmPasscode(context, accountId, proof.password)
  refuseOneMorePasskey(await findFactors(context.db, accountId))
  await demandSecondFactor(context, caller, proof.code, { origin: proof.origin })
  const account = await context.db
    .updateTable('account')
    .set({ passkey_user: sql`coalesce(passkey_user, ${randomBytes(32)})` })
    .where('id', '=', accountId)
    .returning(['name', 'email', 'passkey_user'])
    .executeTakeFirstOrThrow()
  return {
    rp: { id: relyingParty.id, name: 'Trefoil' },
    user: { id: account.passkey_user?.toString('base64url') ?? '', name: account.email, displayName: account.name },
    challenge: issueChallenge(context.keyring, { purpose: 'add', boundTo: sessionId }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: await credentialsOf(context, accountId),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** For one of the caller's own, as the second factor of another call. */
export async function confirmationOptions(context: AuthContext, { accountId, sessionId }: Caller) {
  const allowCredentials = await credentialsOf(context, accountId)
  if (allowCredentials.length === 0) throw new Refusal('not_found', 'You have no passkey yet.')
  return requestOptions(context, { purpose: 'confirm', boundTo: sessionId }, allowCredentials)
}

/** For whoever is at this browser: their authenticator knows the account. */
export const signInOptions = (context: AuthContext, browser: string): RequestOptions =>
  requestOptions(context, { purpose: 'sign in', boundTo: browser }, [])

function requestOptions(
  context: AuthContext,
  use: ChallengeUse,
  allowCredentials: RequestOptions['allowCredentials'],
): RequestOptions {
  return {
    rpId: requireRelyingParty(context).id,
    challenge: issueChallenge(context.keyring, use),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials,
  }
}

async function credentialsOf({ db }: AuthContext, accountId: number): Promise<RequestOptions['allowCredentials']> {
  const own = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return own.map(({ credential_id: id, transports }) => ({
    id: id.toString('base64url'),
    type: 'public-key',
    transports,
  }))
}
