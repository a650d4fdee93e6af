import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { processDonation } from '@trefoil/contract/donations'
import { refuseDuringHold } from '@trefoil/core/identity/security-hold'
import type { MemberId } from '@trefoil/core/ledger/account'
import { parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { divisionRecord } from '@trefoil/core/programme/division'
import { planDonation, type DonationPlan } from '@trefoil/core/programme/plan-donation'
import { jsons, numbers } from '../ledger/columns.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import { setTeamStages } from '../network/stage-changes.ts'

type Reply = ReplyOf<typeof processDonation>
type Order = AnyOrder & { member: MemberId; amount: Usd; reference: string }

export function donationOrder(member: MemberId, { amount }: BodyOf<typeof processDonation>, key?: string): Order {
  return {
    member,
    amount: parseAmount(amount),
    reference: newReference('donation'),
    key: requestKey(member, key, [amount]),
  }
}

export const donation: LedgerOperation<Order, Reply, DonationPlan> = {
  reason: 'donation',
  isDecidedAhead: true,
  askedBy: ({ member }) => member,
  touches: ({ member }) => ({ members: [member], uplineOf: member }),
  decide({ book, programme, upline, heldUntil }, { member, amount, reference }) {
    const plan = planDonation({ programme, donor: book.balances(member), ...upline(member) }, { amount, reference })
    refuseDuringHold(heldUntil(member), 'donated')
    const stage = plan.window.becomes.stage
    return {
      plan,
      note: plan,
      reply: {
        success: true,
        message: `Thank you! Your donation of ${show(amount)} was made. You are at stage ${stage}.`,
        data: { donation_id: reference, amount: toDollars(amount), stage },
      },
    }
  },
  write(pipeline, done) {
    const notes = done.map(({ note }) => note)
    pipeline.send(insertDonations, [
      numbers(done.map(({ journalId }) => journalId)),
      numbers(notes.map(({ closed }) => closed.lastDonation)),
      numbers(notes.map(({ closed }) => closed.earned)),
      numbers(notes.map(({ window }) => window.member)),
      numbers(notes.map(({ closed }) => closed.stage)),
      numbers(notes.map(({ window }) => window.becomes.stage)),
      jsons(notes.map(({ division }) => JSON.stringify(divisionRecord(division)))),
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
  text: `insert into donation (journal_id, closed_last_donation, closed_earned, member_id, closed_stage, stage, division)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::smallint[], $6::smallint[],
      $7::json[])`,
}
