import { sha256 } from '@noble/hashes/sha2.js'
import { assertU64, HASH_BYTES, utf8ToBytes, viewOf } from './bytes.ts'

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
/** Used again for every owner and every leaf: an epoch has millions. */
const ownerPreimage = new Uint8Array(OWNER_TEXT.length + INSTALLATION_BYTES + 8 + 1 + HASH_BYTES + SALT_BYTES)
const shardPreimage = new Uint8Array(1 + 8 + HASH_BYTES + NONCE_BYTES + 1 + 8)
const [ownerView, shardView] = [viewOf(ownerPreimage), viewOf(shardPreimage)]
ownerPreimage.set(OWNER_TEXT)

/**
 * Names the owner in one epoch of one installation. Two owners never have the same, so that no leaf can be shown to
 * both of them.
 */
export function ownerCommitment({ installation, epoch, kind, name, salt }: Owner): Uint8Array {
  ownerPreimage.set(sized(installation, INSTALLATION_BYTES), 13)
  ownerView.setBigUint64(45, epochNumber(epoch))
  ownerPreimage[53] = OWNER_KINDS[kind]
  ownerPreimage.set(sized(name, HASH_BYTES), 54)
  ownerPreimage.set(sized(salt, SALT_BYTES), 86)
  return sha256(ownerPreimage)
}

/** A part of what an owner is owed. The number keeps one part from being counted twice. */
export type Shard = { epoch: number; owner: Uint8Array; nonce: Uint8Array; shard: number; amount: bigint }

export function shardHash({ epoch, owner, nonce, shard, amount }: Shard): Uint8Array {
  if (!Number.isInteger(shard) || shard < 0 || shard > 0xff)
    throw new RangeError(`${shard} is not the number of a part`)
  shardView.setBigUint64(1, epochNumber(epoch))
  shardPreimage.set(sized(owner, HASH_BYTES), 9)
  shardPreimage.set(sized(nonce, NONCE_BYTES), 41)
  shardPreimage[57] = shard
  shardView.setBigUint64(58, assertU64(amount))
  return sha256(shardPreimage)
}

function epochNumber(epoch: number): bigint {
  if (!Number.isSafeInteger(epoch) || epoch < 1) throw new RangeError(`${epoch} is not an epoch`)
  return BigInt(epoch)
}

function sized(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${bytes.length} bytes instead of ${length}`)
  return bytes
}
