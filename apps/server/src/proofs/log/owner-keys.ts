import { createHmac, hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { numbers } from '../../ledger/columns.ts'

const BLOCK = 64
const SEED_BYTES = 16
/** Some twenty megabytes. */
const KEPT_MAX = 100_000

/** A key as HMAC uses it: padded to a block, once for the inner and once for the outer hash. */
type Pads = { inner: string; outer: string }

const inner = Buffer.alloc(BLOCK + 12)
const outer = Buffer.alloc(BLOCK + 32)

/** The key that the salts of an owner's entries are made with. */
export const ownerKey = (secret: Buffer, owner: number, seed: Buffer): Buffer => {
  const number = Buffer.alloc(4)
  number.writeInt32BE(owner)
  return createHmac('sha256', secret).update('trefoil log key').update(number).update(seed).digest()
}

/**
 * The keys of owners, kept at hand while the log is built. `createHmac` sets up its machinery anew for every salt, so the
 * two hashes of an HMAC are made here, each in one call.
 */
export class OwnerKeys {
  readonly #secret: Buffer
  readonly #kept = new Map<number, Pads | null>()

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** Finds the keys of these owners, and makes those that are missing. */
  async load(client: pg.ClientBase, owners: Iterable<number>): Promise<void> {
    if (this.#kept.size > KEPT_MAX) this.#kept.clear()
    const unknown = [...new Set(owners)].filter((owner) => !this.#kept.has(owner))
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
    const { rows } = await client.query<{ owner: number; seed: Buffer | null }>(
      'select owner, seed from proof_log_key where owner = any($1::int[])',
      [numbers(unknown)],
    )
    for (const { owner, seed } of rows) this.#kept.set(owner, seed && padsOf(ownerKey(this.#secret, owner, seed)))
  }

  /** Afterwards nothing of it is known here. */
  forget(owner: number): void {
    this.#kept.delete(owner)
  }

  /** Bytes as text, of which the first 16 are the salt. Undefined: the key was destroyed. */
  salt(owner: number, { journal, position }: { journal: number; position: number }): string | undefined {
    const pads = this.#kept.get(owner)
    if (pads === undefined) throw new Error(`The key of owner ${owner} was not loaded`)
    if (pads === null) return undefined
    inner.write(pads.inner, 'binary')
    inner.writeUInt32BE(Math.floor(journal / 2 ** 32), BLOCK)
    inner.writeUInt32BE(journal % 2 ** 32, BLOCK + 4)
    inner.writeUInt32BE(position, BLOCK + 8)
    outer.write(pads.outer, 'binary')
    outer.write(hash('sha256', inner, 'binary'), BLOCK, 'binary')
    return hash('sha256', outer, 'binary')
  }
}

function padsOf(key: Buffer): Pads {
  const padded = (pad: number) => {
    const block = Buffer.alloc(BLOCK)
    key.copy(block)
    return block.map((byte) => byte ^ pad)
  }
  return { inner: Buffer.from(padded(0x36)).toString('binary'), outer: Buffer.from(padded(0x5c)).toString('binary') }
}
