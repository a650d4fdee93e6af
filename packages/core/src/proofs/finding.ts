/** `noticed`: holds, but the member has to know. `skipped`: could not be checked. */
export type Outcome = 'passed' | 'noticed' | 'skipped' | 'failed'

/** What a check found, in a sentence, and what it computed and compared. */
export type Finding = {
  outcome: Outcome
  because: string
  saw: Readonly<Record<string, string>>
  /** The member has to know it once, and not again at every check for as long as it is so. */
  isSaidOnce?: true
}

type Saw = Finding['saw']

export const passed = (because: string, saw: Saw): Finding => ({ outcome: 'passed', because, saw })
export const noticed = (because: string, saw: Saw): Finding => ({ outcome: 'noticed', because, saw })
export const noticedOnce = (because: string, saw: Saw): Finding => ({ ...noticed(because, saw), isSaidOnce: true })
export const failed = (because: string, saw: Saw): Finding => ({ outcome: 'failed', because, saw })

export const NOT_ASKED: Finding = { outcome: 'skipped', because: 'No node of the chain was asked.', saw: {} }
