import type { activityHistory } from '@trefoil/contract/activities'
import { unitsOf, USD_DECIMALS } from '@trefoil/core/money'
import type { DataOf } from '../endpoint.ts'

type Activity = DataOf<typeof activityHistory>['activities'][number]

/** A line as the member was shown it, to be found in the log. */
export type ShownLine = {
  reference: string
  created_at: string
  columns: { reference: string; account: string; sequence: string; amount?: string }
}

const LINES_MAX = 5

/**
 * The newest lines that have an entry of the member's own. They end at one that took money and cannot be opened: below
 * it, nothing could be said about a balance.
 */
export function shownLines(activities: readonly Activity[]): ShownLine[] {
  const gap = activities.findIndex(({ metadata }) => metadata.direction === 'out' && !metadata.entry)
  const lines = gap === -1 ? activities : activities.slice(0, gap)
  return lines
    .flatMap(({ created_at, metadata }) => {
      if (!metadata.entry) return []
      const { reference } = metadata.entry
      const amount = signedUnits(metadata)
      return { reference, created_at, columns: { ...metadata.entry, ...(amount !== undefined && { amount }) } }
    })
    .slice(0, LINES_MAX)
}

/** A reversed donation comes back in several entries, and is shown as a whole: there is no amount to compare. */
function signedUnits({ amount, direction, reversal_of: original }: Activity['metadata']): string | undefined {
  if (amount === undefined || (original && direction === 'in')) return undefined
  const units = unitsOf(amount, USD_DECIMALS) ?? undefined
  return units === undefined ? undefined : String(direction === 'in' ? units : -units)
}
