import { hash } from 'node:crypto'
import { NONCE_BYTES, SALT_BYTES } from '@trefoil/core/proofs/commitments'
import { SHARDS } from './shape.ts'

/** What makes an owner's leaves theirs in one epoch. Derived when needed: for a million members it would be 80 MB. */
export type OwnerSecrets = { salt: Uint8Array; nonces: Uint8Array[] }

export const EPOCH_KEY_BYTES = 32

export function epochSecrets(key: Uint8Array): (owner: number) => OwnerSecrets {
  const hmac = hmacUnder(key)
  return (owner) => {
    const salt = hmac(0, owner).subarray(0, SALT_BYTES)
    const nonces = hmac(1, owner)
    return {
      salt,
      nonces: Array.from({ length: SHARDS }, (_, shard) =>
        nonces.subarray(shard * NONCE_BYTES, (shard + 1) * NONCE_BYTES),
      ),
    }
  }
}

const BLOCK_BYTES = 128
const SHA512_BYTES = 64
const MESSAGE_BYTES = 5

/**
 * HMAC-SHA-512 of a purpose and an owner: 64 bytes, enough for a salt, or for the nonces of four shards. Two hashes of one
 * call each take half of the time of `createHmac`, and an epoch has two for each member. Text is given back sooner than
 * a buffer.
 */
function hmacUnder(key: Uint8Array): (purpose: 0 | 1, owner: number) => Buffer {
  const inner = Buffer.alloc(BLOCK_BYTES + MESSAGE_BYTES, 0x36)
  const outer = Buffer.alloc(BLOCK_BYTES + SHA512_BYTES, 0x5c)
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  return (purpose, owner) => {
    inner[BLOCK_BYTES] = purpose
    inner.writeInt32BE(owner, BLOCK_BYTES + 1)
    outer.write(hash('sha512', inner, 'binary'), BLOCK_BYTES, 'binary')
    return Buffer.from(hash('sha512', outer, 'binary'), 'binary')
  }
}
