import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { programmeRules } from '../programme.ts'
import { route } from '../route.ts'
import { done, instant, lineOfText, usdNumber } from '../shapes.ts'
import { payment } from './recovery.ts'
import { because, bigId, id, intId, person, vaultFigures, why } from './shapes.ts'

const proposalKind = z.enum([
  'adjustment',
  'assignment',
  'programme',
  'signer',
  'funding_address',
  'payment',
  'recovery',
  'reversal',
  'settings',
  'cause',
  'payout',
  'epoch',
  'lost_tail',
  'document',
  'consent_rule',
])

const proposalState = z.enum(['open', 'done', 'rejected'])

const proposal = z.object({
  id: z.number().int(),
  kind: proposalKind,
  state: proposalState,
  /** One sentence: what would happen. */
  summary: z.string(),
  why: z.string(),
  member: person.nullable(),
  /** The proposed change, as it was sent. */
  details: z.record(z.string(), z.unknown()),
  proposed_by: person,
  proposed_at: instant,
  decided_by: person.nullable(),
  decided_at: instant.nullable(),
  decision: z.string().nullable(),
})

export const proposed = done.extend({ data: z.object({ proposal }) })

export const listProposals = route({
  method: 'GET',
  path: '/operator/proposals',
  access: 'console',
  summary: 'Actions that need two people, newest first.',
  query: pageQuery.extend({ state: proposalState.optional() }),
  reply: done.extend({ data: z.object({ proposals: z.array(proposal), next_cursor: nextCursor }) }),
})

export const proposeAdjustment = route({
  method: 'POST',
  path: '/operator/proposals/adjustment',
  access: 'operator',
  summary: "Change a member's balance against operations, once another operator agrees. The member sees it.",
  body: z.strictObject({
    member: intId,
    account: z.enum(['impact', 'available']),
    /** Negative: taken away. */
    amount: z.number(),
    why,
  }),
  reply: proposed,
})

export const proposeAssignment = route({
  method: 'POST',
  path: '/operator/proposals/assignment',
  access: 'operator',
  summary: 'Credit an unmatched transfer to a member, once another operator agrees.',
  body: z.strictObject({ unmatched: bigId, member: intId, why }),
  reply: proposed,
})

export const proposeProgramme = route({
  method: 'POST',
  path: '/operator/proposals/programme',
  access: 'operator',
  summary: 'A new version of the programme, in force from a given date, once another operator agrees.',
  body: z.strictObject({
    rules: programmeRules,
    /** Null: from the moment of approval. */
    active_from: instant.nullable(),
    why,
  }),
  reply: proposed,
})

export const proposeSigner = route({
  method: 'POST',
  path: '/operator/proposals/signer',
  access: 'operator',
  summary: 'Let a stopped signer send again, once another operator agrees.',
  body: z.strictObject({ address: lineOfText.min(1).max(100), change: z.literal('resume'), why }),
  reply: proposed,
})

export const proposePayment = route({
  method: 'POST',
  path: '/operator/proposals/payment',
  access: 'operator',
  summary: 'Book a payment on the chain that our records do not know, once another operator agrees.',
  body: z.strictObject({
    ...payment,
    /** Who bears it. Null: operations. */
    member: intId.nullable(),
    why,
  }),
  reply: proposed,
})

const payout = {
  amount: usdNumber,
  /** Only of operations: a cause has its own. */
  address: lineOfText.min(1).max(100).optional(),
}

export const proposePayout = route({
  method: 'POST',
  path: '/operator/proposals/payout',
  access: 'operator',
  summary: 'Pay to a cause what it was given, or pay out of operations, once another operator agrees.',
  body: z.strictObject({
    /** Null: operations. */
    cause: intId.nullable(),
    ...payout,
    why,
  }),
  reply: proposed,
})

export const dryRunPayout = route({
  method: 'GET',
  path: '/operator/payouts/dry-run',
  access: 'console',
  summary: 'What a payout to a cause, or of operations, would do to which accounts. Nothing is written.',
  query: z.strictObject({ cause: intId.optional(), ...payout }),
  reply: done.extend({
    data: z.object({
      address: z.string(),
      /** When it came into force. Null: of operations, whose address is agreed on each time. */
      address_since: instant.nullable(),
      vault: vaultFigures,
      accounts: z.array(
        z.object({ account: z.enum(['cause', 'operations', 'held']), before: usdNumber, after: usdNumber }),
      ),
      /** Why it could not be proposed. */
      refused: z.string().nullable(),
    }),
  }),
})

export const proposeFundingAddress = route({
  method: 'POST',
  path: '/operator/proposals/funding-address',
  access: 'operator',
  summary:
    'Declare an address as our own, so that what it sends to treasury or vault, or gets from them, is own funding.',
  body: z.strictObject({
    address: lineOfText.min(1).max(100),
    /** What operators call it. */
    name: lineOfText.min(1).max(100),
    change: z.enum(['declare', 'retract']),
    why,
  }),
  reply: proposed,
})

export const proposeSettings = route({
  method: 'POST',
  path: '/operator/proposals/settings',
  access: 'operator',
  summary: 'Let paused payouts leave again, or stop the mails to operators, once another operator agrees.',
  body: z.strictObject({ change: z.enum(['resume_payouts', 'silence_mail']), why }),
  reply: proposed,
})

export const proposeRecovery = route({
  method: 'POST',
  path: '/operator/proposals/recovery',
  access: 'operator',
  summary: 'End the recovery and let payouts leave again, once another operator agrees.',
  body: because,
  reply: proposed,
})

export const proposeLostTail = route({
  method: 'POST',
  path: '/operator/proposals/lost-tail',
  access: 'operator',
  summary:
    'Accept that confirmed journals are lost, once another operator agrees: posting goes on, and a recovery begins.',
  body: because,
  reply: proposed,
})

export const proposeReversal = route({
  method: 'POST',
  path: '/operator/proposals/reversal',
  access: 'operator',
  summary:
    "Take back a transfer, an assigned deposit or a member's latest donation, once another operator agrees. Everybody concerned sees it.",
  body: z.strictObject({
    journal: bigId,
    /** Whether operations pays what was spent since. */
    operations_bears: z.boolean(),
    why,
  }),
  reply: proposed,
})

export const approveProposal = route({
  method: 'POST',
  path: '/operator/proposals/:id/approve',
  access: 'operator',
  summary: 'Agree to a proposal by another operator. It takes effect at once.',
  params: id,
  body: because,
  reply: proposed,
})

export const rejectProposal = route({
  method: 'POST',
  path: '/operator/proposals/:id/reject',
  access: 'operator',
  summary: 'Reject a proposal, or withdraw your own.',
  params: id,
  body: because,
  reply: proposed,
})
