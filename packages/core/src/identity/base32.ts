/** Crockford's alphabet: no i, l, o or u, so that nothing is misread or spells a word. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export function encodeBase32(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest >>= 5n) text = ALPHABET.charAt(Number(rest & 31n)) + text
  return text
}

/** Undefined if a character is not in the alphabet. */
export function decodeBase32(text: string): bigint | undefined {
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = (value << 5n) | BigInt(digit)
  }
  return value
}

/** Accepts what people type: any case, spaces, hyphens, o for 0, i or l for 1. */
export const readable = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
