import { Malformed } from './bytes.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Standard base64 with padding, as signed notes have it. Neither Node nor the browser is known here. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | (second << 8) | third
    for (const shift of [18, 12, 6, 0]) text += ALPHABET.charAt((bits >> shift) & 63)
  }
  const missing = (3 - (bytes.length % 3)) % 3
  return text.slice(0, text.length - missing) + '='.repeat(missing)
}

/** Only what `toBase64` writes: one text per value. */
export function fromBase64(text: string): Uint8Array {
  const digits = text.replace(/={0,2}$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let [bits, held, at] = [0, 0, 0]
  for (const digit of digits) {
    bits = ((bits << 6) | ALPHABET.indexOf(digit)) & 0xfff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at++] = bits >> held
  }
  if (toBase64(bytes) !== text) throw new Malformed(`${JSON.stringify(text.slice(0, 80))} is not base64`)
  return bytes
}
