import { encodeBase32, readable } from './base32.ts'

const LENGTH = 8
const CODE = /^[0-9a-hjkmnp-tv-z]{8}$/

/**
 * Eight characters that are safe to share and to read over the telephone. `7K3M-9QXD` and `7k3m9qxd` are the same code.
 */
export function makeReferralCode(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 5) throw new Error('A referral code is made of 5 random bytes')
  const value = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return encodeBase32(value, LENGTH).toUpperCase()
}

/** The canonical code, or undefined if the text cannot be one. */
export function parseReferralCode(typed: string): string | undefined {
  const text = readable(typed)
  return CODE.test(text) ? text.toUpperCase() : undefined
}
