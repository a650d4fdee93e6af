/** The queries in words: on the page and in the file. */
export const FACTS_IN_WORDS: readonly string[] = [
  'Everyone is everybody who ever joined: members who left and the founder are counted too.',
  'Earned is the sum of all shares of others’ donations, given is the sum of all own donations. What was reversed counts for neither.',
  'Net is earned minus given, for each person. Half of all people are at or below P50. Net and withdrawn are ordered separately, and rounded down to whole dollars.',
  'Withdrawn is what was paid out of earnings on the chain. Deposits that were returned are not in it.',
  'A cohort is everybody who joined in the same month, counted 3, 6 and 12 months after each person’s own day of joining, or not at all until everybody has been here for so long. Months are those of UTC. Months with fewer than 10 people are joined with the next.',
  'The top 1 % and 10 % are those who earned most. Their share is of everything that members earned.',
  'Referrals are counted for those who earned anything: how many people signed up with their code.',
  'No figure is about fewer than 10 people: smaller groups are joined or left out, and so is a percentile with fewer than 10 people on either side of it.',
]

/** The headline under the version in force. */
export function mostBackInWords({ basis_points: basisPoints, stage }: { basis_points: number; stage: number }): string {
  if (basisPoints === 0) return 'Nobody can get anything back.'
  if (basisPoints === 10_000) return 'The most that anybody can get back is what they gave.'
  if (basisPoints < 10_000) return `The most that anybody can get back is ${basisPoints / 100} % of what they gave.`
  return `The most that anybody can get back is ${basisPoints / 10_000} times what they gave, from stage ${stage} on.`
}
