import { encodeBase32, readable, remainderOfBase32 } from './base32.ts'

/**
 * The login identifier ("user_pk"): `tf`, 26 characters for 128 random bits, 2 for the checksum. The prefix tells it
 * apart from a blockchain key.
 */
export type PrivateKey = string & { readonly [brand]: 'private key' }
declare const brand: unique symbol

const PREFIX = 'tf'
const BODY_LENGTH = 26
const CHECK_LENGTH = 2
/** 26 characters hold 130 bits: the first one is small. */
const KEY = /^tf([0-7][0-9a-hjkmnp-tv-z]{25})([0-9a-hjkmnp-tv-z]{2})$/
/** The largest prime below 32²: any wrong character and any swap of two neighbours changes the remainder. */
const CHECK_PRIME = 1021

export function makePrivateKey(randomBytes: Uint8Array): PrivateKey {
  if (randomBytes.length !== 16) throw new Error('A private key is made of 16 random bytes')
  const value = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return (PREFIX +
    encodeBase32(value, BODY_LENGTH) +
    encodeBase32(value % BigInt(CHECK_PRIME), CHECK_LENGTH)) as PrivateKey
}

/** The canonical key, or undefined if the text cannot be one. */
export function parsePrivateKey(typed: string): PrivateKey | undefined {
  const text = KEY.test(typed) ? typed : readable(typed)
  const [, body, check] = KEY.exec(text) ?? []
  if (body === undefined || check === undefined) return undefined
  // Two characters encode up to 1023, so that the remainder must be what they say.
  if (remainderOfBase32(check, 1024) !== remainderOfBase32(body, CHECK_PRIME)) return undefined
  return text as PrivateKey
}
