import { randomBytes } from 'node:crypto'
import type { Keyring } from '../members/keyring.ts'

export const DEVICE_DAYS = 180

type Owner = { key_hash: Buffer }

/** A note in the browser that its member has signed in there before: `nonce.mac`, good for that one account. */
export function deviceFor(keyring: Keyring, owner: Owner): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${macFor(keyring, owner, nonce)}`
}

/** The device's name, if the cookie was written for this account. */
export function rememberedDevice(keyring: Keyring, cookie: string | undefined, owner: Owner | undefined) {
  const [nonce, mac] = cookie?.split('.') ?? []
  if (!owner || nonce === undefined || mac !== macFor(keyring, owner, nonce)) return undefined
  return nonce.slice(0, 32)
}

const macFor = (keyring: Keyring, owner: Owner, nonce: string): string =>
  keyring.digest('device', `${owner.key_hash.toString('hex')}.${nonce}`).toString('base64url')
