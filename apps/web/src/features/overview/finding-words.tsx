import { SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import type { Step } from '@trefoil/core/proofs/verify'
import { useEffect, useState } from 'react'
import { language } from '../../lib/language.ts'

type FindingIn = (finding: Step) => string

const inEnglish: FindingIn = ({ because }) => because

/** What a check found. Other languages load their sentences when there is one to say: mostly there is none. */
export function FindingWords({ step }: { step: Step }) {
  const [findingIn, setFindingIn] = useState<FindingIn | null>(language === SOURCE_LANGUAGE ? () => inEnglish : null)
  useEffect(() => {
    if (language === SOURCE_LANGUAGE) return
    import('../../lib/later/finding-copy.ts').then(
      (copy) => setFindingIn(() => copy.findingIn),
      () => setFindingIn(() => inEnglish),
    )
  }, [])
  return findingIn?.(step)
}
