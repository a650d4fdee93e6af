import { timingSafeEqual } from 'node:crypto'
import { keyMacs, privateKeyOf } from '../members/accounts.ts'
import type { Keyring } from '../secrets/keyring.ts'

export const DEVICE_DAYS = 180

type Owner = { key_box: Buffer; passcode_hash: string }

/**
 * A cookie that marks a browser in which this account has signed in before: `generation.mac`. The generation is a mac of
 * the stored passcode, so that a changed passcode makes every browser a stranger again. The other mac is of one account.
 */
export function deviceFor(keyring: Keyring, owner: Owner): string {
  const generation = keyring.mac('device', passcodeOf(owner)).toString('base64url')
  const [mac] = macsFor(keyring, keyMacs(keyring, privateKeyOf(keyring, owner)), generation)
  return `${generation}.${mac}`
}

/**
 * Whether the cookie was made for the account that these name. Told without the database: only cookies of ours are worth
 * a query, so that a flood of made-up ones causes none.
 */
export function isDeviceOf(keyring: Keyring, cookie: string | undefined, named: readonly Buffer[]): cookie is string {
  const [generation, mac] = cookie?.split('.') ?? []
  if (generation === undefined || mac === undefined) return false
  return macsFor(keyring, named, generation).some((one) => isSame(mac, one))
}

/** Whether the passcode is still the one that the cookie was made with. */
export const isCurrentDevice = (keyring: Keyring, cookie: string, owner: Owner): boolean =>
  keyring.isMac('device', passcodeOf(owner), Buffer.from(cookie.split('.')[0] ?? '', 'base64url'))

const passcodeOf = ({ passcode_hash: hash }: Owner): string => `passcode ${hash}`

/** One for each version of the secret, in their order: name and mac are of the same one. */
const macsFor = (keyring: Keyring, named: readonly Buffer[], generation: string): string[] =>
  named.map(
    (name, at) => keyring.macs('device', `${name.toString('hex')}.${generation}`)[at]?.toString('base64url') ?? '',
  )

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
