import { createSigner, createVerifier } from 'fast-jwt'

const LIFETIME_MS = 10 * 60 * 1000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type AccessTokens = {
  sign(sessionId: string): string
  /** The session that a token names, if we signed it and it has not run out. */
  read(token: string): string | undefined
}

/** A token only names a session: what its owner may do is read from the database at every call. */
export function accessTokens(key: Buffer): AccessTokens {
  const signer = createSigner({ key, algorithm: 'HS256', expiresIn: LIFETIME_MS })
  const verifier = createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['exp', 'sid'] })
  return {
    sign: (sessionId) => signer({ sid: sessionId }),
    read(token) {
      try {
        const { sid } = verifier(token) as { sid: unknown }
        return typeof sid === 'string' && UUID.test(sid) ? sid : undefined
      } catch {
        return undefined
      }
    },
  }
}
