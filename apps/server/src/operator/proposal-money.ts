import { available, chain, impact, operations, type Account, type MemberId } from '@trefoil/core/ledger/account'
import { negated, show, type Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import type { AuditEntry } from '../members/audit.ts'

type Order = AnyOrder & {
  id: number
  member: MemberId
  account: 'impact' | 'available'
  /** Where the money comes from, or goes. */
  against: 'operations' | 'chain'
  /** Negative: taken away. */
  units: Usd
  audit: AuditEntry
}

/** What two operators agreed on: posts the journal and closes the proposal, or neither. */
export const proposalMoney: LedgerOperation<Order, object, Order> = {
  reason: 'adjustment',
  touches: ({ member }) => ({ members: [member] }),
  decide({ book, programme }, order) {
    const own = order.account === 'impact' ? impact(order.member) : available(order.member)
    const other = order.against === 'chain' ? chain : operations
    const [source, target, amount]: [Account, Account, Usd] =
      order.units > 0n ? [other, own, order.units] : [own, other, negated(order.units)]
    const balance = book.balance(source)
    if (source !== chain && balance < amount)
      throw new Refusal('insufficient_funds', `There is ${show(balance)}, which does not cover ${show(amount)}.`)
    const reference = `proposal-${order.id}`
    const journal = {
      source,
      credits: [{ target, amount, share: 'whole' }],
      reason: 'adjustment',
      reference,
      ruleVersion: programme.version,
    } as const
    return { plan: { journals: [journal] }, reply: {}, note: order }
  },
  write(pipeline, done) {
    for (const { note } of done) pipeline.send(closeProposal, [note.id, note.audit.operator, note.audit.why])
  },
}

// If it was already decided, the table refuses, and the money stays where it is.
export const closeProposal = {
  name: 'close proposal',
  text: `update proposal set state = 'done', decided_by = $2::int, decided_at = now(), decision = $3 where id = $1::int`,
}
