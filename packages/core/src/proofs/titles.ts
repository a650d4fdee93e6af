import type { Outcome } from './finding.ts'
import type { CheckName } from './verify.ts'

export const CHECK_TITLES: Record<CheckName, string> = {
  installation: 'Same installation',
  newest: 'Newest epoch',
  anchored: 'As in the contract',
  shards: 'Parts of the balance',
  counted: 'Counted',
  balance: 'Adds up to the balance',
  covered: 'Covered',
  checkpoint: 'Signed checkpoint',
  anchoredLog: 'Log as in the contract',
  keptLog: 'Log as it was before',
  lines: 'Lines of the statement',
}

export const VERDICTS: Record<Outcome, string> = {
  passed: 'Everything holds.',
  noticed: 'Everything holds, but there is something to know.',
  skipped: 'Not everything could be checked.',
  failed: 'Something is wrong.',
}
