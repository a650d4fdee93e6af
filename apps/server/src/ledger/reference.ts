import { randomFillSync } from 'node:crypto'

const RANDOM_BYTES = 12
/** Filled at once for many: that costs as much as for one. */
const random = Buffer.alloc(RANDOM_BYTES * 256)
let used = random.length

/**
 * The id that members see of a donation, transfer or withdrawal. It starts with the time, so that rows written together
 * are neighbours in the index, and ends in random digits, so that nobody can guess another one.
 */
export function newReference(prefix: string): string {
  const time = Date.now().toString(36).padStart(9, '0')
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const digits = random.toString('hex', used, used + RANDOM_BYTES)
  used += RANDOM_BYTES
  return `${prefix}-${time}${digits}`
}
