import { copy } from '../../lib/copy.ts'

/** "17 November 2026, 10:14 UTC", as receipts have it, whatever the reader's clock says: the two are compared. */
export function printedMoment(instant: string): string {
  const at = new Date(instant)
  const day = `${at.getUTCDate()} ${copy.months[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`
}
