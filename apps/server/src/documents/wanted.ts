import { Refusal } from '@trefoil/core/refusal'
import type { Paper } from './pdf.ts'

export type Kind = 'statement' | 'giving'
export type Format = 'pdf' | 'csv'

/** Days in UTC, both included. */
export type Days = { from: string; to: string }

/** A file that somebody wants. */
export type Wanted = Days & { kind: Kind; format: Format; paper: Paper }

/** Moments: the end is not included. */
export type Range = { start: Date; end: Date }

const DAY_MS = 24 * 60 * 60 * 1000

export function rangeOf({ from, to }: Days): Range {
  const [start, last] = [startOf(from), startOf(to)]
  if (start > last)
    throw new Refusal('invalid_request', 'The first day must not be after the last one.', {
      name: 'days_reversed',
    })
  return { start, end: new Date(last.getTime() + DAY_MS) }
}

function startOf(day: string): Date {
  const at = new Date(`${day}T00:00:00.000Z`)
  // The 30th of February would be read as a day in March.
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new Refusal('invalid_request', `There is no day ${day}.`)
  return at
}

export const daysOfYear = (year: number): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` })

export const fileNameOf = ({ kind, format, from, to }: Wanted): string =>
  kind === 'giving' ? `trefoil-giving-${from.slice(0, 4)}.${format}` : `trefoil-statement-${from}-${to}.${format}`
