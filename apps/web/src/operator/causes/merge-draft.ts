import type { CauseDraft } from './draft.ts'

export type CauseField = keyof CauseDraft
/** A cause as it was saved at some time. */
export type Saved = { draft: CauseDraft; version: number }

type Merged = {
  /** What the form shows. */
  draft: CauseDraft
  isEdited: boolean
  /** What others changed while somebody was writing, and is shown in the form. */
  takenOver: CauseField[]
  /** What they changed too, and the form shows as this operator wrote it. */
  disputed: CauseField[]
}

/**
 * Two operators may write beside each other. `begun` is what this one's writing is based on, `written` how the form stood
 * last, `saved` how the cause is now. Fields that were not touched follow what is saved; what was written stays.
 */
export function mergeDraft({ begun, written, saved }: { begun: Saved; written: CauseDraft; saved: Saved }): Merged {
  const edited = differences(begun.draft, written)
  // Their own change is saved, and not read back yet.
  if (edited.length === 0 && saved.version < begun.version)
    return { draft: begun.draft, isEdited: false, takenOver: [], disputed: [] }
  const draft = { ...saved.draft, ...Object.fromEntries(edited.map((field) => [field, written[field]])) }
  const theirs = edited.length > 0 && saved.version > begun.version ? differences(begun.draft, saved.draft) : []
  const isDisputed = (field: CauseField) => edited.includes(field) && !isSame(saved.draft[field], written[field])
  return {
    draft,
    isEdited: edited.length > 0,
    takenOver: theirs.filter((field) => !isDisputed(field)),
    disputed: theirs.filter(isDisputed),
  }
}

const differences = (one: CauseDraft, other: CauseDraft): CauseField[] =>
  (Object.keys(one) as CauseField[]).filter((field) => !isSame(one[field], other[field]))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
