import { Refusal } from '@trefoil/core/refusal'

type Last = { by: string | null; at: Date | null }

/** What one operator read, another has changed since. */
export function changedMeanwhile(what: 'cause' | 'update', { by, at }: Last): Refusal {
  const time = at === null ? '' : `, at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return new Refusal(
    'changed_meanwhile',
    `${by ?? 'Somebody'} changed this ${what} meanwhile${time}: nothing was saved. Look at their changes, then save again.`,
  )
}
