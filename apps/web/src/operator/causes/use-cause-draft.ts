import { useState } from 'react'
import type { CauseDraft } from './draft.ts'
import { mergeDraft, type CauseField, type Saved } from './merge-draft.ts'

type Writing = { begun: Saved; written: CauseDraft }

/** What an operator writes, beside others who may change the same cause meanwhile. */
export function useCauseDraft(saved: Saved) {
  const [writing, setWriting] = useState<Writing>({ begun: saved, written: saved.draft })
  const { begun, written } = current(writing, saved)
  const merged = mergeDraft({ begun, written, saved })
  return {
    ...merged,
    /** Which version the text is based on. */
    version: begun.version,
    // Of what stands then: a picture takes a while, and somebody may go on writing.
    change: (part: Partial<CauseDraft>) =>
      setWriting((before) => {
        const now = current(before, saved)
        return { ...now, written: { ...now.written, ...part } }
      }),
    /** Shows what another wrote there. */
    takeTheirs: (field: CauseField) => setWriting({ begun, written: { ...written, [field]: begun.draft[field] } }),
    /** The others' changes have been seen: what stands in the form is based on them. */
    accept: () => setWriting({ begun: saved, written: merged.draft }),
    noteSaved: (version: number) => setWriting({ begun: { draft: merged.draft, version }, written: merged.draft }),
  }
}

/** Who has not written anything begins with what is saved now. */
function current(writing: Writing, saved: Saved): Writing {
  const { isEdited } = mergeDraft({ ...writing, saved })
  return isEdited || writing.begun.version > saved.version ? writing : { begun: saved, written: saved.draft }
}
