import { showCount } from './formats.ts'
import { messages, plural } from './messages.ts'

/** What every explanation says; what a figure is comes from the server. */
export const explainCopy = messages('explain', {
  help: 'Ask support about this',
  formula: 'How it is calculated',
  terms: 'What it adds up from',
  together: 'Together',
  entries: 'The entries behind it',
  newestFirst: 'Newest first. Below each amount: what the figure came to with it.',
  none: 'There are no entries yet.',
  more: 'Show more',
  loadingMore: 'Loading...',
  failed: 'This could not be explained right now.',
  retry: 'Try again',
  close: 'Close',
  /** Says it once the oldest entry is there. */
  whole: (count: number, sum: string) =>
    plural(count, {
      one: `The only entry is exactly ${sum}.`,
      other: `All ${showCount(count)} entries add up to exactly ${sum}.`,
    }),
  partly: (count: number, sum: string, rest: string) =>
    `The ${showCount(count)} entries shown add up to ${sum}; older ones to ${rest}.`,
  differs: (sum: string, total: string) =>
    `These entries add up to ${sum}, not to ${total}. Please tell support: this must not happen.`,
  share: {
    toSponsor: (donor: string, donated: string) => `${donor} donated ${donated}. You are their sponsor.`,
    toLevel: (donor: string, donated: string, levels: number) =>
      plural(levels, {
        one: `${donor} donated ${donated}. You are ${levels} level above.`,
        other: `${donor} donated ${donated}. You are ${levels} levels above.`,
      }),
    duePaid: (due: string, paid: string) => `Due ${due}, paid ${paid}.`,
  },
  decided: {
    why: (why: string) => `Reason: ${why}`,
    by: (first: string, second: string) => `Proposed by ${first}, agreed by another ${second}.`,
    proposedBy: { operator: 'an operator', auditor: 'an auditor', former: 'a former operator', member: 'a member' },
    another: { operator: 'operator', auditor: 'auditor', former: 'former operator', member: 'member' },
  },
  rules: {
    inForce: (version: number, since: string) => `Rules in force: version ${version}, since ${since}`,
    version: (version: number) => `Rules, version ${version}`,
    back: 'Back to the figure',
    since: (since: string) => `In force since ${since}.`,
    stages: 'Stages',
    stage: 'Stage',
    requirement: 'Donation',
    multiplier: 'Multiplier',
    shares: 'How a donation is divided',
    cause: 'The cause, and everything that nobody else can earn',
    sponsor: 'Sponsor',
    level: (level: number) => `Level ${level}`,
    operations: 'Operations',
    percent: (percent: number) => `${percent} %`,
    minWithdrawal: 'Minimum withdrawal',
  },
  statuses: { active: 'Active', inactive: 'Inactive' },
  stage: (stage: number) => `Stage ${stage}`,
  percent: (percent: number) => `${percent} %`,
  sponsorShare: 'Sponsor share',
  teamLevels: 'Team levels',
  teamLevel: (level: string) => `Team level ${level}`,
  parts: {
    cause: 'The cause',
    promised: 'The cause’s own share',
    passed_on: 'Went on to the cause',
    sponsor: 'Your sponsor',
    operations: 'Operations',
  },
  levels: (first: string, last: string) => `Levels ${first} to ${last}`,
  months: (from: string, to: string) => `${from} to ${to}`,
  until: (to: string) => `up to ${to}`,
  level: (level: number) => `Level ${level}`,
  notStarted: 'Not started',
})
