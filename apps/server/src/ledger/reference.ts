import { randomUUID } from 'node:crypto'

/**
 * The id that members see of a donation, transfer or withdrawal. It starts with the time, so that rows written together
 * are neighbours in the index, and ends in random digits, so that nobody can guess another one.
 */
export function newReference(prefix: string): string {
  const time = Date.now().toString(36).padStart(9, '0')
  const random = randomUUID()
  return `${prefix}-${time}${random.slice(0, 8)}${random.slice(9, 13)}${random.slice(24)}`
}
