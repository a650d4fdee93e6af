import { available, chain as outside, operations, type MemberId } from '@trefoil/core/ledger/account'
import { show, type Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import type { AuditEntry } from '../members/audit.ts'
import type { ProposalContext } from './context.ts'
import { refuseAskedFor, requireUnbooked } from './dry-run-payment.ts'
import { closeProposal, referenceOf } from './proposal-money.ts'
import type { Details } from './propose.ts'

type Agreed = Details['payment'] & { id: number; audit: AuditEntry }

/** As two operators agreed, unless it was booked since. */
export async function bookPayment(context: ProposalContext, agreed: Agreed): Promise<void> {
  const payment = await requireUnbooked(context, agreed)
  const refused = await refuseAskedFor(context.db, payment)
  if (refused) throw refused
  const { amount } = payment
  await context.ledger.post(paymentBooked, { id: agreed.id, audit: agreed.audit, bearer: agreed.member, amount })
}

type Order = AnyOrder & { id: number; bearer: MemberId | null; amount: Usd; audit: AuditEntry }

/** What has left was a member's, or else operations'. */
const paymentBooked: LedgerOperation<Order, object, Order> = {
  reason: 'adjustment',
  touches: ({ id, bearer }) => ({ members: bearer === null ? [] : [bearer], references: [referenceOf(id)] }),
  decide({ book, programme }, order) {
    const { amount, bearer, id } = order
    const source = bearer === null ? operations : available(bearer)
    const balance = book.balance(source)
    if (balance < amount)
      throw new Refusal('insufficient_funds', `There is ${show(balance)}, which does not cover ${show(amount)}.`)
    const journal = {
      source,
      credits: [{ target: outside, amount, share: 'whole' }],
      reason: 'adjustment',
      reference: referenceOf(id),
      ruleVersion: programme.version,
    } as const
    return { plan: { journals: [journal] }, reply: {}, note: order }
  },
  write(pipeline, done) {
    for (const { note } of done) pipeline.send(closeProposal, [note.id, note.audit.operator, note.audit.why])
  },
}
