import type { processDonation } from '@trefoil/contract/donations'
import type { ReplyOf } from '@trefoil/contract/route'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import type { Thanks } from './donate.ts'

type Row = DivisionRecord[number]
type Reply = ReplyOf<typeof processDonation>
export type ShownDivision = Reply['data']['division']

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
      why: reasonOf(row),
    }))

export function describeThanks({ data: { division, sponsor, ...data }, ...thanks }: Thanks): Reply {
  const { amount, cause } = data
  return { ...thanks, data: { ...data, division: describeDivision({ division, amount, cause: cause.name, sponsor }) } }
}

function reasonOf({ share, due, paid, cut }: Row): string {
  if (share === 'cause') return paid > due ? 'Its own share, and what could not be paid to others' : 'Its own share'
  if (share === 'operations') return 'Runs the programme'
  if (cut === 'no_member') return 'Nobody is there: it went on to the cause'
  if (cut !== null)
    return paid > 0
      ? 'Could not be paid in full: the rest went on to the cause'
      : 'Could not be paid: it went on to the cause'
  return share === 'sponsor' ? 'Invited you' : 'Above you in the network'
}
