import type { Step } from '@trefoil/core/proofs/verify'
import { textsFrom } from '../../lib/language.ts'

/** In English, checks are shown in their own words. */
const translations = await textsFrom(() => import('../../lib/later/finding-copy.ts'))

export const becauseOf = (step: Step): string => translations?.findingIn(step) ?? step.because

export const sawWords = (what: string, value: string): [what: string, value: string] =>
  translations ? [translations.sawIn(what), translations.valueIn(value)] : [what, value]
