import { randomUUID } from 'node:crypto'

const RANDOM_LENGTH = 24

/**
 * What members see as the id of a donation, transfer or the like: random digits behind the time, so that neighbours in time
 * are neighbours in the index, and nobody can guess another's.
 */
export function newReference(prefix: string): string {
  const time = Date.now().toString(36).padStart(9, '0')
  return `${prefix}-${time}${randomUUID().replaceAll('-', '').slice(-RANDOM_LENGTH)}`
}
