import { membersAmong, type OwnerId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { planFoundPayment, type WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { Address, Hash } from '../chain/chain.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { insertFoundWithdrawal } from './write-withdrawals.ts'

/** A payment under somebody's number that no withdrawal asked for. */
export type FoundPayment = AnyOrder & {
  member: OwnerId
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

type Booked = { reference: string; source: WithdrawalSource }

/** Becomes a withdrawal that is paid: as if it had been requested, if the balance covers it. */
export const foundPayment: LedgerOperation<FoundPayment, object, FoundPayment & Booked> = {
  reason: 'withdrawal_paid',
  touches: ({ member }) => ({ members: membersAmong([member]) }),
  decide({ book, programme }, order) {
    const reference = newReference('withdrawal')
    const facts = { book, programme }
    const plan = planFoundPayment(facts, { owner: order.member, amount: order.amount, reference })
    return { plan, reply: {}, note: { ...order, reference, source: plan.source } }
  },
  write(pipeline, done) {
    for (const { note } of done) insertFoundWithdrawal(pipeline, note)
  },
}
