import { sha256 } from '@noble/hashes/sha2.js'
import { assertU64, concatBytes, HASH_BYTES, u64, u8, utf8ToBytes } from './bytes.ts'

/** Who is owed: a member, a cause, or operations. */
export const OWNER_KINDS = { member: 1, cause: 2, operations: 3 } as const
export type OwnerKind = keyof typeof OWNER_KINDS

export const INSTALLATION_BYTES = 32
export const SALT_BYTES = 32
export const NONCE_BYTES = 16

export type Owner = {
  installation: Uint8Array
  epoch: number
  kind: OwnerKind
  /** See `nameHash`. */
  name: Uint8Array
  salt: Uint8Array
}

/** Of a member's private key, a cause's slug, or `operations`: proofs can be handed on without the name itself. */
export const nameHash = (name: string): Uint8Array => sha256(utf8ToBytes(name))

/**
 * Names the owner in one epoch of one installation. Two owners never have the same, so that no leaf can be shown to
 * both of them.
 */
export const ownerCommitment = ({ installation, epoch, kind, name, salt }: Owner): Uint8Array =>
  sha256(
    concatBytes(
      utf8ToBytes('trefoil owner'),
      sized(installation, INSTALLATION_BYTES),
      epochBytes(epoch),
      u8(OWNER_KINDS[kind]),
      sized(name, HASH_BYTES),
      sized(salt, SALT_BYTES),
    ),
  )

/** A part of what an owner is owed. The number keeps one part from being counted twice. */
export type Shard = { epoch: number; owner: Uint8Array; nonce: Uint8Array; shard: number; amount: bigint }

export const shardHash = ({ epoch, owner, nonce, shard, amount }: Shard): Uint8Array =>
  sha256(
    concatBytes(
      u8(0),
      epochBytes(epoch),
      sized(owner, HASH_BYTES),
      sized(nonce, NONCE_BYTES),
      u8(shard),
      u64(assertU64(amount)),
    ),
  )

function epochBytes(epoch: number): Uint8Array {
  if (!Number.isSafeInteger(epoch) || epoch < 1) throw new RangeError(`${epoch} is not an epoch`)
  return u64(BigInt(epoch))
}

function sized(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${bytes.length} bytes instead of ${length}`)
  return bytes
}
