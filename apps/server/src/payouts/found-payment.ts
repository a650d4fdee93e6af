import type { MemberId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { planFoundPayment } from '@trefoil/core/payouts/plan-withdrawal'
import type { Address, Hash } from '../chain/chain.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { insertFoundWithdrawal } from './write-withdrawals.ts'

/** A payment under a member's number that no withdrawal asked for. */
export type FoundPayment = AnyOrder & {
  member: MemberId
  amount: Usd
  address: Address
  payoutId: Hash
  number: number
  transaction: Hash
  ordinal: number
  signer: Address
  block: bigint
  feePaid: bigint
}

/** Becomes a withdrawal that is paid: as if it had been requested, if the balance covers it. */
export const foundPayment: LedgerOperation<FoundPayment, object, FoundPayment & { reference: string }> = {
  reason: 'withdrawal_paid',
  touches: ({ member }) => ({ members: [member] }),
  decide({ book, programme }, order) {
    const reference = newReference('withdrawal')
    const facts = { member: book.balances(order.member), ruleVersion: programme.version }
    const plan = planFoundPayment(facts, { amount: order.amount, reference })
    return { plan, reply: {}, note: { ...order, reference } }
  },
  write(pipeline, done) {
    for (const { note } of done) insertFoundWithdrawal(pipeline, note)
  },
}
