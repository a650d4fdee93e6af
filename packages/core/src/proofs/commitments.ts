import { sha256 } from '@noble/hashes/sha2.js'
import { assertU64, HASH_BYTES, makeRoom, type Room, utf8ToBytes } from './bytes.ts'

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

const OWNER_TEXT = utf8ToBytes('trefoil owner')
/** How long the messages are that are hashed. */
export const OWNER_BYTES = OWNER_TEXT.length + INSTALLATION_BYTES + 8 + 1 + HASH_BYTES + SALT_BYTES
export const SHARD_BYTES = 1 + 8 + HASH_BYTES + NONCE_BYTES + 1 + 8

/**
 * Names the owner in one epoch of one installation. Two owners never have the same, so that no leaf can be shown to
 * both of them.
 */
export function ownerCommitment(owner: Owner): Uint8Array {
  writeOwner(ownerRoom, 0, owner)
  return sha256(ownerRoom.bytes)
}

/** What the commitment is the hash of. */
export function writeOwner({ bytes, view }: Room, at: number, owner: Owner): void {
  bytes.set(OWNER_TEXT, at)
  bytes.set(sized(owner.installation, INSTALLATION_BYTES), at + 13)
  view.setBigUint64(at + 45, epochNumber(owner.epoch))
  bytes[at + 53] = OWNER_KINDS[owner.kind]
  bytes.set(sized(owner.name, HASH_BYTES), at + 54)
  bytes.set(sized(owner.salt, SALT_BYTES), at + 86)
}

/** A part of what an owner is owed. The number keeps one part from being counted twice. */
export type Shard = { epoch: number; owner: Uint8Array; nonce: Uint8Array; shard: number; amount: bigint }

export function shardHash(shard: Shard): Uint8Array {
  writeShard(shardRoom, 0, shard)
  return sha256(shardRoom.bytes)
}

/** What the shard's hash is the hash of. */
export function writeShard({ bytes, view }: Room, at: number, { epoch, owner, nonce, shard, amount }: Shard): void {
  if (!Number.isInteger(shard) || shard < 0 || shard > 0xff)
    throw new RangeError(`${shard} is not the number of a part`)
  bytes[at] = 0
  view.setBigUint64(at + 1, epochNumber(epoch))
  bytes.set(sized(owner, HASH_BYTES), at + 9)
  bytes.set(sized(nonce, NONCE_BYTES), at + 41)
  bytes[at + 57] = shard
  view.setBigUint64(at + 58, assertU64(amount))
}

const [ownerRoom, shardRoom] = [makeRoom(OWNER_BYTES), makeRoom(SHARD_BYTES)]

function epochNumber(epoch: number): bigint {
  if (!Number.isSafeInteger(epoch) || epoch < 1) throw new RangeError(`${epoch} is not an epoch`)
  return BigInt(epoch)
}

function sized(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${bytes.length} bytes instead of ${length}`)
  return bytes
}
