import type { Verdict } from '@trefoil/core/proofs/verify'

export const whoAnswered = ({ isIndependent }: Verdict, wasAsked: boolean): string => {
  if (wasAsked) return 'The chain was asked just now, through the node that you named.'
  return isIndependent
    ? "The chain's answers are those in the file, from a node that the member chose. Name a node to ask again."
    : "The chain's answers are those in the file, from the server itself. Name a node to ask independently."
}
