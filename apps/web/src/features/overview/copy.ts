import { showCount } from '../../lib/formats.ts'
import { messages } from '../../lib/messages.ts'

export const overviewCopy = messages('overview', {
  totalDonation: 'Total Donation',
  totalEarn: 'Total Earn',
  totalDeposit: 'Total Deposit',
  totalWithdraw: 'Total Withdraw',
  available: 'Available To Withdraw',
  availableHint: 'What you have earned.',
  impact: 'Impact Balance',
  impactHint: 'What you can donate or transfer.',
  threshold: 'Earning Threshold',
  thresholdUse: (earned: string, whole: string) => `${earned} of ${whole} earned since your last donation`,
  thresholdClosed: 'Opens with your first donation',
  withdraw: 'Withdraw',
  donate: 'Donate',
  deposit: 'Deposit',
  networkSize: 'Network size',
  members: (count: number) => `${showCount(count)} Members`,
  currentStage: 'Current Stage',
  stage: (stage: number) => `Stage ${stage}`,
  status: 'Status',
  statuses: { active: 'Active', inactive: 'Inactive' },
  earning: 'Earning Threshold',
  earningText: 'Current active earning',
  activity: 'Recent Activity',
  activityEmpty: 'No data foud', // slip: "found"
  allActivity: 'All activity',
  team: 'Your team',
  activeMembers: 'Active Members',
  activeMembersText: 'All active members',
  topReferrers: 'Top Referrers',
  topReferrersText: 'To referrers overview', // slip: "Top"
  check: {
    label: 'Check of your balance',
    waiting: 'This browser checks in the background whether your balance is counted and covered.',
    holds: (when: string, balance: string, there: string, owed: string) =>
      `Checked ${when}: your ${balance} is counted, ${there} is there for ${owed} owed.`,
    holdsNothing: (when: string, there: string, owed: string) =>
      `Checked ${when}: nothing was owed to you when it was last counted; ${there} is there for ${owed} owed.`,
    noEpoch: 'Nothing to check yet: what is owed is counted for the first time within a day.',
    noContract: 'Nothing to check: what is owed is not counted on the chain here.',
    notAnswered: 'Not checked now: the server did not answer.',
    lastChecked: (when: string) => `Last checked ${when}.`,
    skipped: (when: string) => `Checked ${when}, but not against the chain: it could not be asked.`,
    broken: 'This browser could not run the check.',
    failed: 'What the server says about your money does not hold.',
    evidence: 'Download the evidence',
    details: 'See every check',
    verify: 'Verify now',
  },
  notAMember: 'Your account has no place in the programme: there is no money here, and no team.',
})
