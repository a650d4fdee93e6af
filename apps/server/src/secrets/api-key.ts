import { createHash, randomBytes } from 'node:crypto'

/** Secret scanners find what is published by mistake. */
export const API_KEY_PREFIX = 'trefoil_'
const KEY_BYTES = 32

export const makeApiKey = (): string => API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')

/** A plain hash is enough: the key is random, and as long as the hash. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()
