import { Recent } from '@trefoil/core/recent'
import { createSigner, createVerifier } from 'fast-jwt'

const LIFETIME_MS = 10 * 60 * 1000
const VERIFIED_MAX = 50_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type AccessTokens = {
  sign(sessionId: string): string
  /** The session that a token names, if the token is valid. */
  read(token: string): string | undefined
}

/**
 * A token only names a session. What its owner may do is read from the database on every call. The first key signs, all
 * are accepted.
 */
export function accessTokens(keys: readonly Buffer[]): AccessTokens {
  const [newest] = keys
  if (!newest) throw new Error('Tokens need a key')
  const signer = createSigner({ key: newest, algorithm: 'HS256', expiresIn: LIFETIME_MS })
  // A valid signature stays valid until the token expires. Whether the session is still open is checked on every call.
  const verified = new Recent<string, { token: string; sessionId: string; expiresAtMs: number }>(VERIFIED_MAX)
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['exp', 'sid'] }))
  return {
    sign: (sessionId) => signer({ sid: sessionId }),
    read(token) {
      const place = placeOf(token)
      const known = verified.get(place)
      if (known && known.token === token && known.expiresAtMs > Date.now()) return known.sessionId
      for (const verifier of verifiers) {
        try {
          const { sid, exp } = verifier(token) as { sid: unknown; exp: number }
          if (typeof sid !== 'string' || !UUID.test(sid)) return undefined
          verified.set(place, { token, sessionId: sid, expiresAtMs: exp * 1000 })
          return sid
        } catch {
          // Signed with another key, or not valid.
        }
      }
      return undefined
    },
  }
}

/**
 * Nine digits of the session's id, as our tokens have them. A session's next token takes the place of the one before, so
 * that expired ones do not pile up. Nothing rests on what it says: tokens are compared as a whole. No more than twelve
 * characters, because a longer slice would keep the token that it was cut from in memory.
 */
const placeOf = (token: string) => token.slice(80, 92)
