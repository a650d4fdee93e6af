import { decodeBase32, encodeBase32, readable } from './base32.ts'

/**
 * The login identifier ("user_pk"): `tf`, 26 characters for 128 random bits, 2 for the checksum. The prefix tells it
 * apart from a blockchain key.
 */
export type PrivateKey = string & { readonly [brand]: 'private key' }
declare const brand: unique symbol

const PREFIX = 'tf'
const BODY_LENGTH = 26
const CHECK_LENGTH = 2
/** The largest prime below 32²: any wrong character and any swap of two neighbours changes the remainder. */
const CHECK_PRIME = 1021n

export function makePrivateKey(randomBytes: Uint8Array): PrivateKey {
  if (randomBytes.length !== 16) throw new Error('A private key is made of 16 random bytes')
  const value = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return (PREFIX + encodeBase32(value, BODY_LENGTH) + encodeBase32(value % CHECK_PRIME, CHECK_LENGTH)) as PrivateKey
}

/** The canonical key, or undefined if the text cannot be one. */
export function parsePrivateKey(typed: string): PrivateKey | undefined {
  const text = readable(typed)
  if (!text.startsWith(PREFIX) || text.length !== PREFIX.length + BODY_LENGTH + CHECK_LENGTH) return undefined
  const value = decodeBase32(text.slice(PREFIX.length, PREFIX.length + BODY_LENGTH))
  const check = decodeBase32(text.slice(-CHECK_LENGTH))
  if (value === undefined || value >> 128n !== 0n || check !== value % CHECK_PRIME) return undefined
  return text as PrivateKey
}
