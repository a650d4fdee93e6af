import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export { bytesToHex, concatBytes, utf8ToBytes }

export const HASH_BYTES = 32
export const U64_MAX = 2n ** 64n - 1n

/** Something that others wrote and that is not in its format. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

/** Lower-case hexadecimal of exactly this many bytes. */
export function parseHex(text: unknown, bytes: number): Uint8Array {
  if (typeof text !== 'string' || text.length !== bytes * 2 || !/^[0-9a-f]*$/.test(text))
    throw new Malformed(`${shown(text)} is not ${bytes} bytes in lower-case hexadecimal`)
  return hexToBytes(text)
}

/** A count in decimal digits, as JSON carries it. There is no sign: nothing negative can be written. */
export const parseU64 = (text: unknown): bigint => parseUnsigned(text, 64)

/** A balance in a token's own units. */
export const parseU128 = (text: unknown): bigint => parseUnsigned(text, 128)

function parseUnsigned(text: unknown, bits: number): bigint {
  if (typeof text === 'string' && /^(?:0|[1-9]\d{0,38})$/.test(text)) {
    const value = BigInt(text)
    if (value < 1n << BigInt(bits)) return value
  }
  throw new Malformed(`${shown(text)} is not a whole number from 0 to 2^${bits} - 1`)
}

/** A number of things that are counted one by one, such as leaves and log entries. */
export function parseCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Malformed(`${shown(value)} is not a count`)
  return value
}

export function assertU64(value: bigint): bigint {
  if (value < 0n || value > U64_MAX) throw new RangeError(`${value} is not from 0 to 2^64 - 1`)
  return value
}

export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  viewOf(bytes).setBigUint64(0, assertU64(value))
  return bytes
}

export function u32(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) throw new RangeError(`${value} is not a u32`)
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value)
  return bytes
}

export function u8(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > 0xff) throw new RangeError(`${value} is not a u8`)
  return Uint8Array.of(value)
}

/** The same bytes twice, for those that write many messages one after the other. */
export type Room = { bytes: Uint8Array; view: DataView }

export function makeRoom(length: number): Room {
  const bytes = new Uint8Array(length)
  return { bytes, view: viewOf(bytes) }
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** What others wrote, short enough for a sentence. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
