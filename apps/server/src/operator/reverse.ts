import { isDeepStrictEqual } from 'node:util'
import { accountName, ofMember, type MemberId } from '@trefoil/core/ledger/account'
import { movesOf } from '@trefoil/core/ledger/journal'
import { planReversal, type ReversalPlan } from '@trefoil/core/programme/plan-reversal'
import { Refusal } from '@trefoil/core/refusal'
import { numbers } from '../ledger/columns.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import type { Original } from '../ledger/reversal-facts.ts'
import type { AuditEntry } from '../members/audit.ts'
import { setTeamStages } from '../network/stage-changes.ts'
import { closeProposal } from './proposal-money.ts'

/** What a reversal does, apart from balances, which change all the time. In units, as text. */
type Effects = {
  moves: { from: string; to: string; amount: string }[]
  window: { stage: number; last_donation: string } | null
  freed: { member: number; amount: string }[]
}

/** Effects are fixed when it is proposed, so that the second operator agrees to what the first one saw. */
export type ReversalDetails = { journal: number; operations_bears: boolean; effects: Effects }

export const effectsOf = ({ journals, window, freed = [] }: ReversalPlan): Effects => ({
  moves: journals.flatMap(movesOf).map(({ source, target, amount }) => ({
    from: accountName(source),
    to: accountName(target),
    amount: String(amount),
  })),
  window: window ? { stage: window.becomes.stage, last_donation: String(window.becomes.lastDonation) } : null,
  freed: freed.map(({ member, amount }) => ({ member, amount: String(amount) })),
})

type Order = AnyOrder & { id: number; original: Original; details: ReversalDetails; audit: AuditEntry }
type Note = { order: Order; plan: ReversalPlan; stageOf: (member: MemberId) => number }

/** Decided again under the ledger's lock: only what was proposed is posted, and the proposal is closed with it. */
export const reversal: LedgerOperation<Order, object, Note> = {
  reason: 'reversal',
  touches: ({ original }) => ({ members: original.members, reversing: original }),
  decide(ledger, order) {
    const { original, details } = order
    if (original.members.some((member) => ledger.book.hasChangedWindows(member))) throw outdated()
    const plan = planReversal(ledger.reversal(original), { operationsBears: details.operations_bears })
    if (!isDeepStrictEqual(effectsOf(plan), details.effects)) throw outdated()
    const stageOf = (member: MemberId) => ledger.book.balances(member).window.stage
    return { plan, reply: {}, note: { order, plan, stageOf } }
  },
  write(pipeline, done) {
    for (const { journalId, note } of done) {
      const { order, plan, stageOf } = note
      const { id, original, audit } = order
      const { source, reference } = original.journal
      const last = journalId + BigInt(plan.journals.length - 1)
      const member = ofMember(source) ? source.member : 0
      pipeline.send(insertReversal, [original.id, journalId, last, member, id, plan.restored?.amount ?? 0n])
      pipeline.send(markReversed, [id, reference])
      // The stage at the end of the batch: the member may have donated again in it.
      const donor = plan.window?.member
      if (donor !== undefined) pipeline.send(setTeamStages, [numbers([donor]), numbers([stageOf(donor)])])
      pipeline.send(closeProposal, [id, audit.operator, audit.why])
    }
  },
}

const outdated = (): Refusal =>
  new Refusal('wrong_state', 'Accounts have changed since: it would no longer do what was proposed. Propose it again.')

const insertReversal = {
  name: 'reversal',
  text: `insert into reversal (reverses, first_journal, last_journal, member_id, proposal_id, restored)
    values ($1::bigint, $2::bigint, $3::bigint, $4::int, $5::int, $6::bigint)`,
}

// An assignment is a proposal too. Its transfer can be assigned again.
const markReversed = {
  name: 'mark reversed',
  text: `update proposal set reversed_by = $1::int where kind = 'assignment' and 'proposal-' || id = $2`,
}
