import type { explainFigure } from '@trefoil/contract/explain'
import type { ReplyOf } from '@trefoil/contract/route'

type Reply = ReplyOf<typeof explainFigure>
type Line = NonNullable<Reply['data']['entries']>['lines'][number]

const AT = '2026-03-05T10:00:00.000Z'
const LINE = { at: AT, rule_version: 1, share: null, decided: null } satisfies Partial<Line>
/** What operators wrote stays in their own words. */
const DECIDED = { why: 'Wrong wallet', proposed_by: 'operator', agreed_by: 'auditor' } as const
const DAY = '2026-03-01'

/** What a day has seldom: an adjustment, reversals, a share that was cut, somebody who is not named. */
const LINES: Line[] = [
  {
    ...LINE,
    type: 'Adjustment',
    description: 'Credited by the operators',
    code: 'credited',
    params: {},
    amount: 5,
    decided: DECIDED,
  },
  {
    ...LINE,
    type: 'Reversal',
    description: "Reversal of your share of a member's donation on 2026-03-01 (level 2)",
    code: 'reversal_of_share_of_level',
    params: { other: '', day: DAY, level: 2 },
    amount: -3,
    decided: DECIDED,
  },
  {
    ...LINE,
    type: 'Reversal',
    description: 'Reversal of your donation of $20.00000 on 2026-03-01',
    code: 'reversal_of_donation',
    params: { amount: '$20.00000', day: DAY },
    amount: 20,
    decided: DECIDED,
  },
  {
    ...LINE,
    type: 'Earning',
    description: "Share of a member's donation (sponsor) (reversed)",
    code: 'share_of_sponsor',
    params: { other: '' },
    reversed: true,
    amount: 3,
    share: {
      donor: 'a member',
      as: 'sponsor',
      donated: 40,
      due: 4,
      paid: 3,
      why: 'Your earning threshold was reached. The rest went to the cause.',
      why_code: 'threshold_reached',
    },
  },
  {
    ...LINE,
    type: 'Withdrawal',
    description: 'Withdrawal of $50.00000 requested',
    code: 'withdrawal_requested',
    params: { amount: '$50.00000' },
    amount: -50,
  },
  {
    ...LINE,
    type: 'Referral',
    description: 'Ada (inactive)',
    code: 'referral_inactive',
    params: { name: 'Ada' },
    amount: 0,
  },
]

const TOTAL = LINES.reduce((sum, { amount }) => sum + amount, 0)

/** As the server explains `figure`, in English and with what it means. */
export const SELDOM_EXPLAINED: Reply = {
  success: true,
  message: 'Explained',
  data: {
    figure: 'impact',
    title: 'Impact balance',
    is: 'What you deposited or received, and can donate or send.',
    formula: 'everything that arrived − everything that left',
    unit: 'usd',
    value: TOTAL,
    terms: [
      {
        label: 'Set aside',
        label_means: [{ code: 'set_aside', params: {} }],
        note: 'Delayed for your security until 2026-03-01 10:05 UTC. To 0x52908400098527886E0F7030069857D2E4169EE7',
        note_means: [
          { code: 'waits_for_security', params: { until: '2026-03-01 10:05 UTC' } },
          { code: 'to_address', params: { address: '0x52908400098527886E0F7030069857D2E4169EE7' } },
        ],
        unit: 'usd',
        value: 7,
      },
      {
        label: 'Sponsor, 10 % of $20.00000',
        label_means: [
          { code: 'sponsor', params: {} },
          { code: 'percent_of', params: { share: 10, amount: '$20.00000' } },
        ],
        note: 'Rounded down to $0.00001 (reversed)',
        note_means: [
          { code: 'rounded_down', params: {} },
          { code: 'reversed', params: {} },
        ],
        unit: 'usd',
        value: TOTAL - 7,
      },
    ],
    entries: { total: TOTAL, unit: 'usd', lines: LINES, next_cursor: null },
    rules: { version: 1, active_from: AT },
  },
}
