/** What a proposal would do, for the operator who makes it and for the one who agrees. */
export const effectsCopy = {
  accounts: 'What it would change',
  before: 'Before',
  after: 'After',
  change: 'Change',
  failed: 'The dry run did not finish.',
  borne: 'Operations would pay',
  standings: 'Stages and earning windows',
  becomes: (before: number, after: number) => `${before} to ${after}`,
  earnedBefore: 'Window before',
  earnedAfter: 'Window after',
} as const
