const PARTS: Record<string, string> = {
  cause: 'The cause',
  promised: 'The cause’s own share',
  passed_on: 'Went on to the cause',
  sponsor: 'Your sponsor',
  operations: 'Operations',
}

/** What every explanation says; what a figure is comes from the server. */
export const explainCopy = {
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
  whole: (count: string, sum: string) =>
    count === '1' ? `The only entry is exactly ${sum}.` : `All ${count} entries add up to exactly ${sum}.`,
  partly: (count: string, sum: string, rest: string) =>
    `The ${count} entries shown add up to ${sum}; older ones to ${rest}.`,
  differs: (sum: string, total: string) =>
    `These entries add up to ${sum}, not to ${total}. Please tell support: this must not happen.`,
  share: {
    donor: (donor: string, donated: string, as: string) =>
      as === 'sponsor'
        ? `${donor} donated ${donated}. You are their sponsor.`
        : `${donor} donated ${donated}. You are ${as.replace('level ', '')} ${as === 'level 1' ? 'level' : 'levels'} above.`,
    due: 'Due',
    paid: 'Paid',
  },
  decided: {
    why: (why: string) => `Reason: ${why}`,
    by: (first: string, second: string) => `Proposed by ${first}, agreed by another ${second}.`,
    roles: { operator: 'operator', auditor: 'auditor', former: 'former operator', member: 'member' },
    a: (role: string) => (role === 'operator' || role === 'auditor' ? `an ${role}` : `a ${role}`),
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
  source: (source: string) =>
    source === 'sponsor' ? 'Sponsor share' : source === 'team' ? 'Team levels' : `Team level ${source.slice(6)}`,
  part: (part: string) => {
    const [, first, last] = /^level_(\d+)(?:-(\d+))?$/.exec(part) ?? []
    if (first !== undefined) return last === undefined ? `Level ${first}` : `Levels ${first} to ${last}`
    return PARTS[part] ?? part
  },
  months: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  until: (to: string) => `up to ${to}`,
  level: (level: number) => `Level ${level}`,
  notStarted: 'Not started',
} as const
