import { randomBytes } from 'node:crypto'
import type { Keyring } from '../secrets/keyring.ts'

export const DEVICE_DAYS = 180

/** A cookie that marks a browser in which this account has signed in before: `nonce.mac`, valid for one account. */
export function deviceFor(keyring: Keyring, keyHash: Buffer): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${macFor(keyring, keyHash, nonce)}`
}

/** The device's name, if the cookie was made for this account. */
export function rememberedDevice(keyring: Keyring, cookie: string | undefined, keyHash: Buffer) {
  const [nonce, mac] = cookie?.split('.') ?? []
  if (nonce === undefined || mac !== macFor(keyring, keyHash, nonce)) return undefined
  return nonce.slice(0, 32)
}

const macFor = (keyring: Keyring, keyHash: Buffer, nonce: string): string =>
  keyring.digest('device', `${keyHash.toString('hex')}.${nonce}`).toString('base64url')
