/** Figures of fewer people could be traced to one of them. */
export const GROUP_MIN = 10

type Group = { readonly people: number }

/**
 * Joins neighbours until each group has enough people. Every person stays in exactly one group, so that no smaller one
 * is left over when groups are subtracted from all. Empty if all of them together are too few.
 */
export function mergeSmall<Each extends Group>(groups: readonly Each[], join: (a: Each, b: Each) => Each): Each[] {
  const merged: Each[] = []
  let open: Each | undefined
  for (const group of groups) {
    open = open ? join(open, group) : group
    if (open.people < GROUP_MIN) continue
    merged.push(open)
    open = undefined
  }
  const last = merged.pop()
  if (!last) return []
  return [...merged, open ? join(last, open) : last]
}

/** Whether enough people are on both sides of it: else it would be the figure of one of few. */
export const isPercentileShown = (percentile: number, people: number): boolean =>
  Math.min(percentile, 100 - percentile) * people >= GROUP_MIN * 100

/** In whole percent. Never 0 if there is somebody, and never 100 if somebody is missing. */
export function percentOf(part: number | bigint, whole: number | bigint): number {
  if (Number(part) === 0 || Number(whole) === 0) return 0
  const percent = Math.round((Number(part) / Number(whole)) * 100)
  return part === whole ? 100 : Math.min(99, Math.max(1, percent))
}
