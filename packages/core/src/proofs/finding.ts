import type { FindingMeaning } from './finding-values.ts'

/** `noticed`: holds, but the member has to know. `skipped`: could not be checked. */
export type Outcome = 'passed' | 'noticed' | 'skipped' | 'failed'

/** What a check found, in a sentence and for other languages, and what it computed and compared. */
export type Finding = FindingMeaning & {
  outcome: Outcome
  because: string
  saw: Readonly<Record<string, string>>
  /** The member has to know it once, and not again at every check for as long as it is so. */
  isSaidOnce?: true
}

type Saw = Finding['saw']
type Means = FindingMeaning

export const passed = (because: string, saw: Saw, means: Means): Finding => ({
  outcome: 'passed',
  because,
  saw,
  ...means,
})
export const noticed = (because: string, saw: Saw, means: Means): Finding => ({
  outcome: 'noticed',
  because,
  saw,
  ...means,
})
export const noticedOnce = (because: string, saw: Saw, means: Means): Finding => ({
  ...noticed(because, saw, means),
  isSaidOnce: true,
})
export const failed = (because: string, saw: Saw, means: Means): Finding => ({
  outcome: 'failed',
  because,
  saw,
  ...means,
})

export const NOT_ASKED: Finding = {
  outcome: 'skipped',
  because: 'No node of the chain was asked.',
  saw: {},
  code: 'not_asked',
}
