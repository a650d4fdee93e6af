import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** Encrypts and authenticates. Every call gives a different result. */
export function sealBox(key: KeyObject, text: string): Buffer {
  const nonce = randomBytes(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the box was made with another key, or changed. */
export function openBox(key: KeyObject, box: Buffer): string {
  const nonce = box.subarray(0, NONCE_LENGTH)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_LENGTH })
  decipher.setAuthTag(box.subarray(-TAG_LENGTH))
  return decipher.update(box.subarray(NONCE_LENGTH, -TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8')
}
