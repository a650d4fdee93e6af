import { available, chain, impact, operations, type Account, type MemberId } from '@trefoil/core/ledger/account'
import type { Plan } from '@trefoil/core/ledger/book'
import { negated, show, type Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { AnyOrder, LedgerOperation, OpenLedger } from '../ledger/operation.ts'
import type { AuditEntry } from '../members/audit.ts'

export type ProposedMoney = {
  id: number
  member: MemberId
  account: 'impact' | 'available'
  /** Where the money comes from, or goes. */
  against: 'operations' | 'chain'
  /** Negative: taken away. */
  units: Usd
}

type Order = AnyOrder & ProposedMoney & { audit: AuditEntry }

/** What two operators agreed on: posts the journal and closes the proposal, or neither. */
export const proposalMoney: LedgerOperation<Order, object, Order> = {
  reason: 'adjustment',
  touches: ({ id, member }) => ({ members: [member], references: [referenceOf(id)] }),
  decide: (open, order) => ({ plan: planProposal(open, order), reply: {}, note: order }),
  write(pipeline, done) {
    for (const { note } of done) pipeline.send(closeProposal, [note.id, note.audit.operator, note.audit.why])
  },
}

export function planProposal({ book, programme }: OpenLedger, order: ProposedMoney): Plan {
  const own = order.account === 'impact' ? impact(order.member) : available(order.member)
  const other = order.against === 'chain' ? chain : operations
  const [source, target, amount]: [Account, Account, Usd] =
    order.units > 0n ? [other, own, order.units] : [own, other, negated(order.units)]
  const balance = book.spendable(source)
  if (source !== chain && balance < amount)
    throw new Refusal('insufficient_funds', `There is ${show(balance)}, which does not cover ${show(amount)}.`)
  const journal = {
    source,
    credits: [{ target, amount, share: 'whole' }],
    reason: 'adjustment',
    reference: referenceOf(order.id),
    ruleVersion: programme.version,
  } as const
  return { journals: [journal] }
}

export const referenceOf = (proposal: number): string => `proposal-${proposal}`

// If it was already decided, the table refuses, and the money stays where it is.
export const closeProposal = {
  name: 'close proposal',
  text: `update proposal set state = 'done', decided_by = $2::int, decided_at = now(), decision = $3 where id = $1::int`,
}
