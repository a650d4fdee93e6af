import { chain as outside, operations, type MemberId } from '@trefoil/core/ledger/account'
import { show } from '@trefoil/core/money'
import { planFoundPayment } from '@trefoil/core/payouts/plan-withdrawal'
import { Refusal } from '@trefoil/core/refusal'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import type { AuditEntry } from '../members/audit.ts'
import type { FoundPayment } from '../payouts/found-payment.ts'
import { insertFoundWithdrawal } from '../payouts/write-withdrawals.ts'
import type { OperatorContext } from './context.ts'
import { requireUnbooked } from './dry-run-payment.ts'
import { closeProposal } from './proposal-money.ts'
import { askingChain, type Details } from './propose.ts'

type Agreed = Details['payment'] & { id: number; audit: AuditEntry }

/** As two operators agreed: by now it may be booked, and its log is read once more for what it cost. */
export async function bookPayment(context: OperatorContext, agreed: Agreed): Promise<void> {
  const { transaction, ordinal, member, id, audit } = agreed
  const { payoutId, owner, amount, recipient, ...payment } = await requireUnbooked(context, { transaction, ordinal })
  const receipt = await askingChain(() => context.chain.receipt(payment.transaction))
  if (!receipt) throw new Refusal('busy', 'The payment cannot be read from the chain right now: try again in a moment.')
  await context.ledger.post(paymentBooked, {
    id,
    audit,
    amount,
    address: recipient,
    payoutId,
    number: owner !== null && owner.member === member ? owner.number : null,
    transaction: payment.transaction,
    ordinal,
    signer: receipt.from,
    block: receipt.block.number,
    feePaid: receipt.feePaid,
    bearer: member,
  })
}

type Order = AnyOrder & Omit<FoundPayment, 'member'> & { id: number; bearer: MemberId | null; audit: AuditEntry }

/** A member's becomes a withdrawal that is paid; otherwise operations lose what has left. */
const paymentBooked: LedgerOperation<Order, object, Order & { reference: string }> = {
  reason: 'adjustment',
  touches: ({ bearer }) => ({ members: bearer === null ? [] : [bearer] }),
  decide({ book, programme }, order) {
    const { amount, bearer, id } = order
    const ruleVersion = programme.version
    if (bearer !== null) {
      const reference = newReference('withdrawal')
      const plan = planFoundPayment({ member: book.balances(bearer), ruleVersion }, { amount, reference })
      return { plan, reply: {}, note: { ...order, reference } }
    }
    const balance = book.balance(operations)
    if (balance < amount)
      throw new Refusal('insufficient_funds', `Operations has ${show(balance)}, which does not cover ${show(amount)}.`)
    const reference = `proposal-${id}`
    const credits = [{ target: outside, amount, share: 'whole' }] as const
    const journal = { source: operations, credits, reason: 'adjustment', reference, ruleVersion } as const
    return { plan: { journals: [journal] }, reply: {}, note: { ...order, reference } }
  },
  write(pipeline, done) {
    for (const { note } of done) {
      if (note.bearer !== null) insertFoundWithdrawal(pipeline, { ...note, member: note.bearer })
      pipeline.send(closeProposal, [note.id, note.audit.operator, note.audit.why])
    }
  },
}
