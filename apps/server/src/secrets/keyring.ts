import { createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import { secretVersions } from '@trefoil/core/identity/secret-versions'
import { openBox, sealBox } from './box.ts'
import { hmacUnder } from './hmac.ts'
import { idFrom, readStamp, stamp, stampHex, type VersionId } from './version.ts'

/**
 * One key per purpose and version, all derived from the installation's secret, so that none works for another purpose.
 * The first version is for new data; all of them are tried on what there is.
 */
export type Keyring = {
  /** The first one signs. */
  accessTokens: readonly Buffer[]
  versions: readonly SecretVersion[]
  /** Keyed hash to store, for values that must not be readable in a stolen database. It carries its version. */
  digest(purpose: DigestPurpose, text: string): Buffer
  /** Every form in which the hash may be stored: look it up under all of them. */
  digests(purpose: DigestPurpose, text: string): Buffer[]
  /** The same as text, as PostgreSQL writes it: a quarter of the work, where every request needs it. */
  digestTexts(purpose: DigestPurpose, text: string): string[]
  /** Keyed hash that is not stored, without a version. */
  mac(purpose: DigestPurpose, text: string): Buffer
  /** In the order of the versions. */
  macs(purpose: DigestPurpose, text: string): Buffer[]
  isMac(purpose: DigestPurpose, text: string, claimed: Buffer): boolean
  /** Encrypts for storage. Every call gives a different result, which carries its version. */
  seal(purpose: SealPurpose, text: string): Buffer
  open(purpose: SealPurpose, box: Buffer): string
  /** What opens boxes of one purpose, in a thread that is given no other key. See `openWith`. */
  keysTo(purpose: SealPurpose): readonly PurposeKey[]
}

/** Of one version. Threads of this process can share it. */
export type PurposeKey = { id: VersionId; key: KeyObject }

export type SecretVersion = {
  id: VersionId
  /** What the database of an installation keeps of its first secret. */
  fingerprint: string
}

export type DigestPurpose =
  | 'private key'
  | 'refresh token'
  | 'reset token'
  | 'sign-in link'
  | 'recovery code'
  | 'e-mail link'
  | 'e-mail code'
  | 'e-mail undo'
  | 'deposit key'
  | 'device'
  | 'installation'
  | 'backup'
  | 'search'
  | 'mail recipient'
  | 'read position'
export type SealPurpose =
  | 'private key'
  | 'totp secret'
  | 'cursor'
  | 'deposit key'
  | 'log secret'
  | 'personal key'
  | 'passkey challenge'
  | 'epoch key'
  | 'webhook secret'

/** `secret`: one version, or several as in the setting. */
export function makeKeyring(secret: string): Keyring {
  const versions = secretVersions(secret).map(versionFrom)
  const [newest] = versions
  if (!newest) throw new Error('The secret is empty')
  const macs: Keyring['macs'] = (purpose, text) => versions.map((version) => version.mac(purpose, text))
  const keysTo: Keyring['keysTo'] = (purpose) =>
    versions.map((version) => ({ id: version.id, key: version.boxKey(purpose) }))

  return {
    accessTokens: versions.map(({ accessTokens }) => accessTokens),
    versions: versions.map(({ id, fingerprint }) => ({ id, fingerprint })),
    digest: (purpose, text) => stamp(newest.id, newest.mac(purpose, text)),
    digests: (purpose, text) =>
      versions.flatMap(({ id, mac }) => {
        const hash = mac(purpose, text)
        return [stamp(id, hash), hash]
      }),
    digestTexts(purpose, text) {
      const forms: string[] = []
      for (const { id, macHex } of versions) {
        const hash = macHex(purpose, text)
        forms.push(BYTES + stampHex(id, hash), BYTES + hash)
      }
      return forms
    },
    mac: newest.mac,
    macs,
    isMac: (purpose, text, claimed) =>
      macs(purpose, text).some((mac) => mac.length === claimed.length && timingSafeEqual(mac, claimed)),
    seal: (purpose, text) => stamp(newest.id, sealBox(newest.boxKey(purpose), text)),
    open: (purpose, box) => openWith(keysTo(purpose), purpose, box),
    keysTo,
  }
}

export function openWith(keys: readonly PurposeKey[], purpose: SealPurpose, box: Buffer): string {
  const { version, rest } = readStamp(box)
  const stamped = keys.find(({ id }) => id === version)
  return stamped ? openBox(stamped.key, rest) : openUnstamped(keys, purpose, box)
}

/** With this PostgreSQL's text of bytes begins. */
const BYTES = String.raw`\x`

function versionFrom(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'trefoil', purpose, 32))
  const boxKeys = new Map<SealPurpose, KeyObject>()
  const hashes = new Map<DigestPurpose, (text: string) => string>()
  const macHex = (purpose: DigestPurpose, text: string): string => {
    const hash = hashes.get(purpose) ?? hmacUnder(derive(`digest of ${purpose}`))
    hashes.set(purpose, hash)
    return hash(text)
  }
  const mac = (purpose: DigestPurpose, text: string): Buffer => Buffer.from(macHex(purpose, text), 'hex')
  return {
    id: idFrom(mac('installation', 'version')),
    fingerprint: mac('installation', 'secret').toString('base64url'),
    accessTokens: derive('access tokens'),
    mac,
    macHex,
    boxKey(purpose: SealPurpose): KeyObject {
      const key = boxKeys.get(purpose) ?? createSecretKey(derive(`box of ${purpose}`))
      boxKeys.set(purpose, key)
      return key
    },
  }
}

/** From before there were versions, when there was one secret: whichever it is. */
function openUnstamped(keys: readonly PurposeKey[], purpose: SealPurpose, box: Buffer): string {
  for (const { key } of keys) {
    try {
      return openBox(key, box)
    } catch {
      // Another version's, or nobody's.
    }
  }
  throw new Error(`This ${purpose} was sealed with a secret that is not given, or it was changed`)
}
