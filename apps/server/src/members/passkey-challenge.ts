import { createHash } from 'node:crypto'
import type { Reader } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'

export const CHALLENGE_MINUTES = 5

/**
 * `add`: passcode and second factor were shown, and a passkey may follow. A challenge is worthless for another purpose,
 * and in another session or browser than the one it was made for.
 */
export type ChallengeUse = {
  purpose: 'add' | 'confirm' | 'sign in'
  /** A session, or before sign-in the cookie of a browser. */
  boundTo: string
}

/** Sealed instead of stored, so that strangers who ask for many fill no table. */
export function issueChallenge(keyring: Keyring, { purpose, boundTo }: ChallengeUse): string {
  const expiresAt = Date.now() + CHALLENGE_MINUTES * 60_000
  return keyring.seal('passkey challenge', JSON.stringify([purpose, boundTo, expiresAt])).toString('base64url')
}

/** When it expires, if it is ours, for this use, and still valid. */
export function readChallenge(keyring: Keyring, challenge: string, use: ChallengeUse): Date | undefined {
  try {
    const sealed = keyring.open('passkey challenge', Buffer.from(challenge, 'base64url'))
    const [purpose, boundTo, expiresAt] = JSON.parse(sealed) as [string, string, number]
    const isForThis = purpose === use.purpose && boundTo === use.boundTo && expiresAt > Date.now()
    return isForThis ? new Date(expiresAt) : undefined
  } catch {
    return undefined
  }
}

/** False if it was used before. */
export async function useChallenge(db: Reader, challenge: string, expiresAt: Date): Promise<boolean> {
  const used = await db
    .insertInto('used_challenge')
    .values({ challenge_hash: createHash('sha256').update(challenge).digest(), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return used !== undefined
}
