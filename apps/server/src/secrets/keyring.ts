import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/** One key per purpose, all derived from the installation's secret, so that none works for another purpose. */
export type Keyring = {
  accessTokens: Buffer
  /** Keyed hash, for lookups of values that must not be readable in a stolen database. */
  digest(purpose: DigestPurpose, text: string): Buffer
  /** Encrypts for storage. Every call gives a different result. */
  seal(purpose: SealPurpose, text: string): Buffer
  open(purpose: SealPurpose, box: Buffer): string
}

export type DigestPurpose =
  | 'private key'
  | 'refresh token'
  | 'reset token'
  | 'recovery code'
  | 'deposit key'
  | 'device'
  | 'installation'
export type SealPurpose = 'private key' | 'totp secret' | 'cursor' | 'deposit key'

const NONCE_LENGTH = 12
const TAG_LENGTH = 16

export function makeKeyring(secret: string): Keyring {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'trefoil', purpose, 32))
  // Key objects: hashing with a plain buffer as key takes five times as long.
  const derived = new Map<string, KeyObject>()
  const keyFor = (purpose: string) => {
    const key = derived.get(purpose) ?? createSecretKey(derive(purpose))
    derived.set(purpose, key)
    return key
  }

  return {
    accessTokens: derive('access tokens'),
    digest: (purpose, text) =>
      createHmac('sha256', keyFor(`digest of ${purpose}`))
        .update(text)
        .digest(),
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_LENGTH)
      const cipher = createCipheriv('aes-256-gcm', keyFor(`box of ${purpose}`), nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, box) {
      const nonce = box.subarray(0, NONCE_LENGTH)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(`box of ${purpose}`), nonce, {
        authTagLength: TAG_LENGTH,
      })
      decipher.setAuthTag(box.subarray(-TAG_LENGTH))
      return decipher.update(box.subarray(NONCE_LENGTH, -TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
