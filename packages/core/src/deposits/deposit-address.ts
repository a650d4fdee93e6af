/** The public parameters of a deposit address. `index` comes from `depositIndex`. */
export type DepositFacts = { factory: string; implementation: string; treasury: string; index: number }
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/**
 * Computes a deposit address instead of trusting one. The factory deploys a minimal proxy (EIP-1167) of its
 * implementation there, and by EIP-1014 nothing else can ever have that address:
 *
 *     salt    = keccak256(treasury, index)               each padded to 32 bytes
 *     code    = keccak256(proxy of the implementation)
 *     address = last 20 bytes of keccak256(0xff, factory, salt, code)
 *
 * The caller supplies the hash function, because this package has no dependencies.
 */
export function depositAddress(
  { factory, implementation, treasury, index }: DepositFacts,
  keccak256: Keccak256,
): string {
  const salt = keccak256(bytes(padded(treasury) + index.toString(16).padStart(64, '0')))
  const code = keccak256(bytes(PROXY_BEFORE + digits(implementation) + PROXY_AFTER))
  const place = keccak256(bytes(`ff${digits(factory)}${hex(salt)}${hex(code)}`))
  return checksummed(hex(place).slice(-40), keccak256)
}

const PROXY_BEFORE = '3d602d80600a3d3981f3363d3d373d3d3d363d73'
const PROXY_AFTER = '5af43d82803e903d91602b57fd5bf3'

/** EIP-55: a letter is upper case where the same digit of the address's hash is 8 or more. */
function checksummed(lowerCase: string, keccak256: Keccak256): string {
  const hash = hex(keccak256(Uint8Array.from(lowerCase, (letter) => letter.charCodeAt(0))))
  const letters = Array.from(lowerCase, (letter, at) => ((hash[at] ?? '0') >= '8' ? letter.toUpperCase() : letter))
  return `0x${letters.join('')}`
}

function digits(address: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`${address} is not an address`)
  return address.slice(2).toLowerCase()
}

const padded = (address: string) => digits(address).padStart(64, '0')

const bytes = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16))

const hex = (from: Uint8Array): string => Array.from(from, (byte) => byte.toString(16).padStart(2, '0')).join('')
