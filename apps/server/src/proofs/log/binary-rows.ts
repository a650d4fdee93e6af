/** A signature of 11 bytes, flags, and the length of an extension that nobody uses. */
const HEADER_BYTES = 19
const END = -1

/** What `copy … (format binary)` sent: reads field after field, in the order of the query. */
export class BinaryRows {
  readonly #bytes: Buffer
  #at = HEADER_BYTES

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Where it reads: a row can be read again from there. */
  get at(): number {
    return this.#at
  }

  goTo(at: number): void {
    this.#at = at
  }

  skip(fields: number): void {
    for (let field = 0; field < fields; field++) {
      const length = this.#length()
      if (length > 0) this.#at += length
    }
  }

  next(): boolean {
    const fields = this.#bytes.readInt16BE(this.#at)
    this.#at += 2
    return fields !== END
  }

  text(): string {
    const value = this.textOrNull()
    if (value === null) throw new Error('A null where there is none')
    return value
  }

  textOrNull(): string | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  int(): number {
    this.#length()
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }

  /** 64 bits that are never beyond 2^53. */
  count(): number {
    this.#length()
    this.#at += 8
    const value = this.#bytes.readInt32BE(this.#at - 8) * 2 ** 32 + this.#bytes.readUInt32BE(this.#at - 4)
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is too large to count with`)
    return value
  }

  /** 64 bits as decimal digits. */
  digits(): string {
    this.#length()
    this.#at += 8
    const high = this.#bytes.readInt32BE(this.#at - 8)
    if (high >= SAFE_HIGH || high < -SAFE_HIGH) return String(this.#bytes.readBigInt64BE(this.#at - 8))
    return String(high * 2 ** 32 + this.#bytes.readUInt32BE(this.#at - 4))
  }

  #length(): number {
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }
}

/** Below it, a number of 64 bits is exact as ECMAScript's. */
const SAFE_HIGH = 2 ** 21
