import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '../src/proofs/bytes.ts'

/** The same bytes for the same label. */
export function bytesFor(label: string, length = 32): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) => sha256(utf8ToBytes(`${label}/${block}`)))
  return Uint8Array.from(blocks.flatMap((block) => [...block])).slice(0, length)
}

/** Signs as the log does. */
export type LogSigner = { publicKey: Uint8Array; sign: (message: Uint8Array) => Uint8Array }

export function signerFor(label: string): LogSigner {
  const secret = bytesFor(label)
  return { publicKey: ed25519.getPublicKey(secret), sign: (message) => ed25519.sign(message, secret) }
}

export const logSigner = signerFor('log key')

/** For lists that are known to be long enough. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const found = list.at(index)
  if (found === undefined) throw new RangeError(`Nothing at ${index}`)
  return found
}
