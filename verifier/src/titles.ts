import type { Outcome } from '@trefoil/core/proofs/finding'
import type { CheckName, Verdict } from '@trefoil/core/proofs/verify'

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

export const whoAnswered = ({ isIndependent }: Verdict, wasAsked: boolean): string => {
  if (wasAsked) return 'The chain was asked just now, through the node that you named.'
  return isIndependent
    ? "The chain's answers are those in the file, from a node that the member chose. Name a node to ask again."
    : "The chain's answers are those in the file, from the server itself. Name a node to ask independently."
}
