import type { PasskeyAssertion } from '@trefoil/contract/shapes'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { recordActivity } from './activity.ts'
import { recordAuthEvent, type Origin } from './auth-events.ts'
import { endSessions } from './end-sessions.ts'
import { lockAccountAlone } from './lock-account.ts'
import { readChallenge, useChallenge, type ChallengeUse } from './passkey-challenge.ts'
import type { RelyingParty } from './relying-party.ts'

export type PasskeyContext = { db: Database; keyring: Keyring; relyingParty: RelyingParty | undefined }

type Expected = ChallengeUse & {
  /** Undefined: whoever the passkey belongs to. */
  accountId?: number
  origin: Origin | undefined
}

/** Whose passkey has answered this challenge. Each answer works once. */
export async function usePasskey(
  context: PasskeyContext,
  assertion: PasskeyAssertion,
  expected: Expected,
): Promise<{ accountId: number; passkeyId: number }> {
  const { db, keyring } = context
  const relyingParty = requireRelyingParty(context)
  const { challenge, origin } = readClientData(assertion.clientDataJSON, relyingParty)
  const expiresAt = readChallenge(keyring, challenge, expected)
  if (!expiresAt) throw tooLate()
  const passkey = await findPasskey(db, assertion.id)
  if (!passkey || (expected.accountId !== undefined && passkey.account_id !== expected.accountId)) throw unknown()
  const counted = await verifyAssertion(assertion, { challenge, origin, relyingParty, publicKey: passkey.public_key })
  if (!counted || !isUsersOwn(assertion, passkey)) throw refused()
  const isOriginal = await db.transaction().execute(async (tx) => {
    await lockAccountAlone(tx, passkey.account_id)
    await refuseWithdrawn(tx, passkey.id)
    if (!(await useChallenge(tx, challenge, expiresAt))) throw tooLate()
    if (await countUse(tx, passkey.id, counted)) return true
    await blockCopied(tx, passkey)
    const from = expected.origin && { ...expected.origin, keyring }
    await recordAuthEvent(tx, { accountId: passkey.account_id, kind: 'passkey_copied' }, from)
    return false
  })
  if (!isOriginal) throw foundCopied()
  return { accountId: passkey.account_id, passkeyId: passkey.id }
}

const findPasskey = (db: Database, credentialId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .select(['passkey.id', 'account_id', 'public_key', 'passkey_user'])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .where('role', '<>', 'former')
    .executeTakeFirst()

/** Removed or blocked. With the account locked, it stays as it is. */
export async function refuseWithdrawn(tx: Tx, id: number): Promise<void> {
  const passkey = await tx.selectFrom('passkey').select('copied_at').where('id', '=', id).executeTakeFirst()
  if (!passkey) throw unknown()
  if (passkey.copied_at) throw copied()
}

/** Authenticators that find an account by themselves say which one it is. */
const isUsersOwn = ({ userHandle }: PasskeyAssertion, passkey: { passkey_user: Buffer | null }): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').equals(passkey.passkey_user ?? Buffer.alloc(0))

type Signed = { challenge: string; origin: string; relyingParty: RelyingParty; publicKey: Buffer }
type Counted = { counter: number; backedUp: boolean }

/** What the authenticator says about itself, if the signature is that of this passkey. */
async function verifyAssertion(
  { id, ...response }: PasskeyAssertion,
  { challenge, origin, relyingParty, publicKey }: Signed,
): Promise<Counted | undefined> {
  // Loaded when first needed: it would take a third of a second at every start.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: withoutGaps(response) },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      // Counters are compared by the database, so that two answers at the same time cannot both pass.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    return verified ? { counter, backedUp } : undefined
  } catch {
    // It throws for everything that is wrong with an answer.
    return undefined
  }
}

const withoutGaps = ({ userHandle, ...rest }: Omit<PasskeyAssertion, 'id'>) =>
  userHandle === undefined ? rest : { ...rest, userHandle }

/** Stored and compared in one statement. False if the counter did not go forward. */
async function countUse(tx: Tx, id: number, { counter, backedUp }: Counted): Promise<boolean> {
  const counted = await tx
    .updateTable('passkey')
    .set({ counter, backed_up: backedUp, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', String(counter)),
        where.and([where('counter', '=', '0'), where(where.val(counter), '=', 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/**
 * It stays a second factor, or else a thief could turn it off with a copy. All sessions end, also the one in which it was
 * noticed: the copy may be the one that answered.
 */
async function blockCopied(tx: Tx, { id, account_id: accountId }: { id: number; account_id: number }): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ copied_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await endSessions(tx, { accountId }, 'passkey copied')
  await recordActivity(tx, accountId, 'Security', 'A passkey was blocked, because there is a copy of it')
  await enqueueMail(tx, accountId, { kind: 'passkey copied', facts: {} })
}

export function requireRelyingParty({ relyingParty }: Pick<PasskeyContext, 'relyingParty'>): RelyingParty {
  if (!relyingParty)
    throw new Refusal('wrong_passkey', 'Passkeys need an address with a name, and this one is a number.', {
      name: 'passkey_needs_name',
    })
  return relyingParty
}

/** The browser's part of an answer. Pages of others, and frames in them, are refused. */
export function readClientData(encoded: string, relyingParty: RelyingParty): { challenge: string; origin: string } {
  const { challenge, origin, crossOrigin } = parseObject(Buffer.from(encoded, 'base64url').toString())
  if (typeof challenge !== 'string' || typeof origin !== 'string') throw refused()
  if (!relyingParty.isOwnOrigin(origin) || crossOrigin === true)
    throw new Refusal('wrong_passkey', 'This passkey was used on another site.', { name: 'passkey_other_site' })
  return { challenge, origin }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    return {}
  }
}

export const tooLate = () =>
  new Refusal('wrong_passkey', 'This took too long, or it was used before. Please try again.', {
    name: 'passkey_too_late',
  })

export const refused = () =>
  new Refusal('wrong_passkey', 'This passkey could not be verified. Please try again.', { name: 'passkey_unverified' })

const unknown = () =>
  new Refusal('wrong_passkey', 'This passkey is not known here. It may have been removed.', {
    name: 'passkey_unknown',
  })

const foundCopied = () =>
  new Refusal(
    'wrong_passkey',
    'There seems to be a copy of this passkey. It is blocked, and you are signed out everywhere: sign in another way, and remove it.',
    { name: 'passkey_copied_signed_out' },
  )

const copied = () =>
  new Refusal(
    'wrong_passkey',
    'There seems to be a copy of this passkey, so it is blocked. Use another way, and remove it.',
    { name: 'passkey_copied' },
  )
