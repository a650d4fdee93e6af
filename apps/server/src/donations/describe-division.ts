import type { processDonation } from '@trefoil/contract/donations'
import type { DivisionValues } from '@trefoil/contract/explain-values'
import type { ReplyOf } from '@trefoil/contract/route'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import type { Thanks } from './donate.ts'

type Row = DivisionRecord[number]
type Reply = ReplyOf<typeof processDonation>
export type ShownDivision = (Reply['data']['division'][number] & { why_code: keyof DivisionValues })[]

type Told = {
  division: DivisionRecord
  /** Of the donation, in dollars. */
  amount: number
  cause: string
  sponsor: string | null
}

/**
 * How a donation was divided, as its donor sees it. Of the members above, only the own sponsor is named, and why somebody
 * got less is told of nobody: that would tell their stage or threshold.
 */
export const describeDivision = ({ division, amount, cause, sponsor }: Told): ShownDivision =>
  division
    .filter(({ due, paid }) => due > 0 || paid > 0)
    .map((row) => ({
      to: row.share.replace('_', ' '),
      name: row.share === 'cause' ? cause : row.share === 'sponsor' && row.member !== null ? sponsor : null,
      // Shares are whole basis points, and the smallest donation is large enough to tell them apart.
      share: Math.round((row.due / amount) * 10_000) / 100,
      due: row.due,
      amount: row.paid,
      why: DIVISION_WORDS[reasonOf(row)],
      why_code: reasonOf(row),
    }))

export function describeThanks({ data: { division, sponsor, ...data }, ...thanks }: Thanks): Reply {
  const { amount, cause } = data
  return { ...thanks, data: { ...data, division: describeDivision({ division, amount, cause: cause.name, sponsor }) } }
}

/** What its donor reads. */
export const DIVISION_WORDS: Record<keyof DivisionValues, string> = {
  own_share: 'Its own share',
  own_share_and_rest: 'Its own share, and what could not be paid to others',
  runs_programme: 'Runs the programme',
  nobody_there: 'Nobody is there: it went on to the cause',
  paid_in_part: 'Could not be paid in full: the rest went on to the cause',
  not_paid: 'Could not be paid: it went on to the cause',
  invited_you: 'Invited you',
  above_you: 'Above you in the network',
}

function reasonOf({ share, due, paid, cut }: Row): keyof DivisionValues {
  if (share === 'cause') return paid > due ? 'own_share_and_rest' : 'own_share'
  if (share === 'operations') return 'runs_programme'
  if (cut === 'no_member') return 'nobody_there'
  if (cut !== null) return paid > 0 ? 'paid_in_part' : 'not_paid'
  return share === 'sponsor' ? 'invited_you' : 'above_you'
}
