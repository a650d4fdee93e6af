import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { NONCE_BYTES, SALT_BYTES } from '@trefoil/core/proofs/commitments'
import { SHARDS } from './shape.ts'

/** What makes an owner's leaves theirs in one epoch. Derived when needed: for a million members it would be 80 MB. */
export type OwnerSecrets = { salt: Uint8Array; nonces: Uint8Array[] }

export const EPOCH_KEY_BYTES = 32

export function epochSecrets(key: Uint8Array): (owner: number) => OwnerSecrets {
  const secret = createSecretKey(key)
  const owned = Buffer.alloc(5)
  return (owner) => {
    owned.writeInt32BE(owner, 1)
    const salt = hmac(secret, owned, 0).subarray(0, SALT_BYTES)
    const nonces = hmac(secret, owned, 1)
    return {
      salt,
      nonces: Array.from({ length: SHARDS }, (_, shard) =>
        nonces.subarray(shard * NONCE_BYTES, (shard + 1) * NONCE_BYTES),
      ),
    }
  }
}

/** 64 bytes: enough for a salt, or for the nonces of four shards. */
function hmac(secret: KeyObject, owned: Buffer, purpose: 0 | 1): Uint8Array {
  owned[0] = purpose
  return createHmac('sha512', secret).update(owned).digest()
}
