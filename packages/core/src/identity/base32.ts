/** Crockford's alphabet: no i, l, o or u, so that nothing is misread or spells a word. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export function encodeBase32(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest >>= 5n) text = ALPHABET.charAt(Number(rest & 31n)) + text
  return text
}

/** Of the number that the text encodes, digit by digit: every transfer checks a key. */
export function remainderOfBase32(text: string, divisor: number): number {
  let remainder = 0
  for (const character of text) remainder = (remainder * 32 + ALPHABET.indexOf(character)) % divisor
  return remainder
}

/** Accepts what people type: any case, spaces, hyphens, o for 0, i or l for 1. */
export const readable = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
