import { createHmac, randomBytes } from 'node:crypto'
import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import type pg from 'pg'
import { numbers } from '../../ledger/columns.ts'
import { Sha256Lanes } from '../sha256/lanes.ts'
import { BLOCK_BYTES } from '../sha256/module.ts'

const SEED_BYTES = 16
/** Some twenty megabytes. */
const KEPT_MAX = 100_000

const lanes = new Sha256Lanes()

/** The key that the salts of an owner's entries are made with. */
export const ownerKey = (secret: Buffer, owner: number, seed: Buffer): Buffer => {
  const number = Buffer.alloc(4)
  number.writeInt32BE(owner)
  return createHmac('sha256', secret).update('trefoil log key').update(number).update(seed).digest()
}

/** The keys of owners, kept at hand while the log is built, as far as HMAC gets with the key alone. */
export class OwnerKeys {
  readonly #secret: Buffer
  readonly #kept = new Map<number, Uint8Array | null>()

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** Finds the keys of these owners, and makes those that are missing. */
  async load(client: pg.ClientBase, owners: Iterable<number>): Promise<void> {
    const unknown = this.#unknownOf(owners)
    if (unknown.length === 0) return
    const seeds = randomBytes(unknown.length * SEED_BYTES)
    const made = unknown.map((_, at) => seeds.subarray(at * SEED_BYTES, (at + 1) * SEED_BYTES))
    await client.query(
      // Who was erased meanwhile has a key only until everything of theirs is in the log.
      `insert into proof_log_key (owner, seed, erased_at)
       select made.*, (select closed_at from former_member where member_id = made.owner)
       from unnest($1::int[], $2::bytea[]) as made (owner, seed) on conflict do nothing`,
      [numbers(unknown), made],
    )
    await this.#read(client, unknown)
  }

  /** Finds the keys of these owners. Who has none is treated as if it were destroyed. */
  async find(client: pg.ClientBase, owners: Iterable<number>): Promise<void> {
    const unknown = this.#unknownOf(owners)
    for (const owner of unknown) this.#kept.set(owner, null)
    await this.#read(client, unknown)
  }

  #unknownOf(owners: Iterable<number>): number[] {
    if (this.#kept.size > KEPT_MAX) this.#kept.clear()
    return [...new Set(owners)].filter((owner) => !this.#kept.has(owner))
  }

  async #read(client: pg.ClientBase, owners: readonly number[]): Promise<void> {
    const { rows } = await client.query<{ owner: number; seed: Buffer | null }>(
      'select owner, seed from proof_log_key where owner = any($1::int[])',
      [numbers(owners)],
    )
    for (const { owner, seed } of rows) this.#kept.set(owner, seed && statesOf(ownerKey(this.#secret, owner, seed)))
  }

  /** Afterwards nothing of it is known here. */
  forget(owner: number): void {
    this.#kept.delete(owner)
  }

  /** The states of the inner and the outer hash, one after the other. Null: the key was destroyed. */
  states(owner: number): Uint8Array | null {
    const states = this.#kept.get(owner)
    if (states === undefined) throw new Error(`The key of owner ${owner} was not loaded`)
    return states
  }
}

const PADS = [0x36, 0x5c]

/** After the padded key, which is the first block of both hashes of an HMAC. */
export function statesOf(key: Uint8Array): Uint8Array {
  lanes.clear()
  const states = lanes.allocate(PADS.length * HASH_BYTES)
  for (const [index, pad] of PADS.entries()) {
    const block = lanes.allocate(BLOCK_BYTES)
    lanes.bytes.fill(pad, block, block + BLOCK_BYTES)
    for (const [at, byte] of key.entries()) lanes.bytes[block + at] = byte ^ pad
    lanes.begin(block, states + index * HASH_BYTES)
  }
  lanes.finish()
  return Uint8Array.from(lanes.bytes.subarray(states, states + PADS.length * HASH_BYTES))
}
