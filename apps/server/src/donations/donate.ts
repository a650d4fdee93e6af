import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { processDonation } from '@trefoil/contract/donations'
import { refuseWhileWaiting, requireAgreement } from '@trefoil/core/consent/agreement'
import { refuseDuringHold } from '@trefoil/core/identity/security-hold'
import type { MemberId } from '@trefoil/core/ledger/account'
import { parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { refuseWhileRecovering } from '@trefoil/core/payouts/while-recovering'
import { divisionRecord, type DivisionRecord } from '@trefoil/core/programme/division'
import { chooseCause } from '@trefoil/core/programme/choose-cause'
import { planDonation, type DonationPlan } from '@trefoil/core/programme/plan-donation'
import { lists, numbers, words } from '../ledger/columns.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import { setTeamStages } from '../network/stage-changes.ts'

type Data = ReplyOf<typeof processDonation>['data']
export type Thanks = {
  success: true
  message: string
  data: Omit<Data, 'division'> & {
    /** As it is stored: what the donor sees of it is made when the reply is sent, and not held until then. */
    division: DivisionRecord
    sponsor: string | null
  }
}
export type KeptThanks = Omit<Thanks, 'data'> & { data: Pick<Data, 'donation_id' | 'amount' | 'stage'> }
type Order = AnyOrder & { member: MemberId; amount: Usd; cause: string | undefined; reference: string }

export function donationOrder(
  member: MemberId,
  { amount, cause_id: cause }: BodyOf<typeof processDonation>,
  key?: string,
): Order {
  return {
    member,
    amount: parseAmount(amount),
    reference: newReference('donation'),
    cause,
    // As before there were several: who sends the same again gets the same reply.
    key: requestKey(member, key, cause === undefined ? [amount] : [amount, cause]),
  }
}

type Note = { plan: DonationPlan; division: DivisionRecord }

export const donation: LedgerOperation<Order, Thanks | KeptThanks, Note> = {
  reason: 'donation',
  isDecidedAhead: true,
  askedBy: ({ member }) => member,
  touches: ({ member }) => ({ members: [member], uplineOf: member }),
  decide(ledger, { member, amount, cause: slug, reference }) {
    const { book, programme, causes, upline, nameOf } = ledger
    refuseWhileRecovering(ledger.isRecovering)
    requireAgreement(ledger.agreement(member))
    const cause = chooseCause(causes, programme, slug)
    const above = upline(member)
    const facts = { programme, donor: book.balances(member), ...above }
    const plan = planDonation(facts, { amount, cause: cause.id, reference })
    refuseWhileWaiting(ledger.donatesFrom(member))
    refuseDuringHold(ledger.heldUntil(member), 'donated')
    const stage = plan.window.becomes.stage
    const division = divisionRecord(plan.division)
    const sponsor = above.sponsor && nameOf(above.sponsor.member)
    return {
      plan,
      note: { plan, division },
      reply: {
        success: true,
        message: `Thank you! Your donation of ${show(amount)} was made. You are at stage ${stage}.`,
        data: {
          donation_id: reference,
          amount: toDollars(amount),
          stage,
          cause: { slug: cause.slug, name: cause.name },
          division,
          sponsor,
        },
      },
    }
  },
  // The division is in the donation: it need not be written twice. A repeat is completed from there.
  repeat: {
    keep: ({ data: { donation_id, amount, stage }, ...reply }) => ({ ...reply, data: { donation_id, amount, stage } }),
    recall: (_ledger, _order, kept) => kept as KeptThanks,
  },
  write(pipeline, done) {
    const notes = done.map(({ note }) => note.plan)
    pipeline.send(insertDonations, [
      numbers(done.map(({ journalId }) => journalId)),
      numbers(notes.map(({ closed }) => closed.lastDonation)),
      numbers(notes.map(({ closed }) => closed.earned)),
      numbers(notes.map(({ window }) => window.member)),
      numbers(notes.map(({ closed }) => closed.stage)),
      numbers(notes.map(({ window }) => window.becomes.stage)),
      numbers(notes.map(({ cause }) => cause)),
      lists(notes.map(({ division }) => `{${division.map(({ member }) => member ?? 'null').join(',')}}`)),
      lists(notes.map(({ division }) => numbers(division.map(({ due }) => due)))),
      lists(notes.map(({ division }) => numbers(division.map(({ paid }) => paid)))),
      lists(notes.map(({ division }) => words(division.map(({ cut }) => cut)))),
    ])
    const rises = notes.filter(({ closed, window }) => window.becomes.stage !== closed.stage)
    if (rises.length === 0) return
    pipeline.send(setTeamStages, [
      numbers(rises.map(({ window }) => window.member)),
      numbers(rises.map(({ window }) => window.becomes.stage)),
    ])
  },
}

const insertDonations = {
  name: 'donations',
  text: `insert into donation (journal_id, closed_last_donation, closed_earned, member_id, closed_stage, stage, cause_id,
        division_members, division_due, division_paid, division_cuts)
    select journal_id, closed_last_donation, closed_earned, member_id, closed_stage, stage, cause_id, members::int[],
      due::bigint[], paid::bigint[], cuts::share_cut[]
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::smallint[], $6::smallint[], $7::int[],
      $8::text[], $9::text[], $10::text[], $11::text[]) given (journal_id, closed_last_donation, closed_earned, member_id,
      closed_stage, stage, cause_id, members, due, paid, cuts)`,
}
