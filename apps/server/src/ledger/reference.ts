import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 9
const RANDOM_LENGTH = 16

/**
 * What members see as the id of a donation, transfer or withdrawal: 80 random bits behind the time, so that neighbours in time
 * are neighbours in the index, and nobody can guess another's.
 */
export function newReference(kind: 'donation' | 'transfer' | 'deposit' | 'withdrawal'): string {
  let time = Date.now()
  let text = ''
  for (let place = 0; place < TIME_LENGTH; place++) {
    text = ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  for (const byte of randomFillSync(new Uint8Array(RANDOM_LENGTH))) text += ALPHABET.charAt(byte % 32)
  return `${kind}-${text}`
}
