import { checksum } from 'ox/Address'
import { type Address, type BlockRef, ChainTrouble, type Hash, type Hex, type LoggedAddress } from './chain.ts'

/** Reads a provider's answer. Any unexpected shape is trouble, never a default. */
export type Raw = Record<string, unknown>

export function record(value: unknown): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('an object', value)
  return value as Raw
}

export function list(value: unknown, max: number): unknown[] {
  if (!Array.isArray(value)) throw malformed('a list', value)
  if (value.length > max) throw new ChainTrouble('range', `a provider answers ${value.length} things at once`)
  return value
}

export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw malformed('a number', value)
  return BigInt(value)
}

/** For counters that stay far below 2^53. */
export function count(value: unknown): number {
  const number = quantity(value)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed('a counter', value)
  return Number(number)
}

export function hash(value: unknown): Hash {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) throw malformed('a hash', value)
  return value.toLowerCase() as Hash
}

export function hex(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value)) throw malformed('bytes', value)
  return value.toLowerCase() as Hex
}

export const address = (value: unknown): Address => checksummed(loggedAddress(value))

export function loggedAddress(value: unknown): LoggedAddress {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) throw malformed('an address', value)
  return value.toLowerCase() as LoggedAddress
}

export const paddedAddress = (value: unknown): Address => checksummed(paddedLogged(value))

/** The last 20 of 32 bytes, if the others are zero. */
export function paddedLogged(value: unknown): LoggedAddress {
  const word = hash(value)
  if (!word.startsWith(PADDING)) throw malformed('an address', value)
  return `0x${word.slice(PADDING.length)}` as LoggedAddress
}

const PADDING = `0x${'0'.repeat(24)}`

export function blockRef(value: unknown): BlockRef {
  const raw = record(value)
  return {
    number: quantity(raw['number']),
    hash: hash(raw['hash']),
    parentHash: hash(raw['parentHash']),
    time: new Date(count(raw['timestamp']) * 1000),
  }
}

export const toHex = (number: bigint | number): Hex => `0x${number.toString(16)}`

export const malformed = (expected: string, value: unknown): ChainTrouble =>
  new ChainTrouble('malformed', `a provider answers ${shown(value)} instead of ${expected}`)

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 80)

/** Cached, because the same few contracts occur over and over. */
const known = new Map<string, Address>()
const KNOWN_MAX = 20_000

export function checksummed(lowerCase: LoggedAddress): Address {
  const found = known.get(lowerCase)
  if (found) return found
  const made = checksum(lowerCase)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(lowerCase, made)
  return made
}
