import {
  BEGINNING_AT,
  BLOCK_BYTES,
  FREE_AT,
  JOB_BYTES,
  JOBS_AT,
  LANES,
  NUMBERS_PER_JOB,
  PAGE_BYTES,
  sha256Module,
  WAITING_BLOCKS_MAX,
} from './module.ts'

/** What the compiler is not told about. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}
type Exports = {
  run(jobs: number, blocks: number): void
  memory: { buffer: ArrayBuffer; grow(pages: number): number }
}

const module = new WebAssembly.Module(sha256Module())

/**
 * SHA-256 of many short messages, four at a time in the lanes of vectors. Calling a native hash costs more than hashing a
 * message of some hundred bytes, and a log has five of them for each entry.
 *
 * Messages and hashes are in one piece of memory, and addresses lead to them: what one hash gives can be part of the next
 * message without being moved.
 */
export class Sha256Lanes {
  readonly #exports: Exports
  readonly #waiting = new Uint8Array(WAITING_BLOCKS_MAX + 1)
  #numbers: Int32Array
  #free = FREE_AT
  /** All of the memory. Others after `allocate`. */
  bytes: Buffer
  view: DataView

  constructor() {
    this.#exports = new WebAssembly.Instance(module).exports as Exports
    const { buffer } = this.#exports.memory
    this.bytes = Buffer.from(buffer)
    this.view = new DataView(buffer)
    this.#numbers = new Int32Array(buffer)
  }

  /** Where there is room for so many bytes. They have any content. */
  allocate(length: number): number {
    const at = this.#free
    this.#free += Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES
    const missing = this.#free - this.bytes.length
    if (missing > 0) {
      // Half as much again, so that it is done seldom.
      this.#exports.memory.grow(Math.ceil((missing + this.bytes.length / 2) / PAGE_BYTES))
      const { buffer } = this.#exports.memory
      this.bytes = Buffer.from(buffer)
      this.view = new DataView(buffer)
      this.#numbers = new Int32Array(buffer)
    }
    return at
  }

  /** Everything that was allocated is free. */
  clear(): void {
    this.#free = FREE_AT
  }

  /**
   * Ends a message of this length with its padding, for which there must be room, and hashes it to an address: at the
   * latest with `finish`.
   */
  hash(message: number, length: number, to: number): void {
    this.continue({ from: BEGINNING_AT, before: 0, message, length, to })
  }

  /** The rest of a message: `before` bytes of it led to the state at `from`. */
  continue({ from, before, message, length, to }: Continued): void {
    this.#add(this.#pad(message, length, before), message, from, to)
  }

  /** The state after one block, which is not the last one. */
  begin(message: number, to: number): void {
    this.#add(1, message, BEGINNING_AT, to)
  }

  /** Afterwards every hash is there. */
  finish(): void {
    for (let blocks = 1; blocks <= WAITING_BLOCKS_MAX; blocks++) if (this.#waiting[blocks]) this.#runAll(blocks, blocks)
  }

  #pad(message: number, length: number, before: number): number {
    const blocks = (length + 9 + BLOCK_BYTES - 1) >> 6
    const last = message + blocks * BLOCK_BYTES - 4
    let at = message + length
    this.bytes[at++] = 0x80
    // So few bytes that a native call would take longer; most of them in words.
    while (at % 4 !== 0 && at < last) this.bytes[at++] = 0
    for (; at <= last - 4; at += 4) this.#numbers[at / 4] = 0
    while (at < last) this.bytes[at++] = 0
    this.view.setUint32(last, (before + length) * 8)
    return blocks
  }

  #add(blocks: number, message: number, from: number, to: number): void {
    const row = blocks > WAITING_BLOCKS_MAX ? 0 : blocks
    const lane = this.#waiting[row] ?? 0
    const job = (JOBS_AT + (row * LANES + lane) * JOB_BYTES) / 4
    this.#numbers[job] = message
    this.#numbers[job + 1] = from
    this.#numbers[job + 2] = to
    this.#waiting[row] = lane + 1
    if (row === 0 || lane + 1 === LANES) this.#runAll(row, blocks)
  }

  /** Lanes without a job do the first one's, too. */
  #runAll(row: number, blocks: number): void {
    const first = JOBS_AT + row * LANES * JOB_BYTES
    for (let lane = this.#waiting[row] ?? 0; lane < LANES; lane++)
      this.#numbers.copyWithin(first / 4 + lane * NUMBERS_PER_JOB, first / 4, first / 4 + NUMBERS_PER_JOB)
    this.#waiting[row] = 0
    this.#exports.run(first, blocks)
  }
}

export type Continued = { from: number; before: number; message: number; length: number; to: number }
