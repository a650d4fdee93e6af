import { membersAmong, type OwnerId } from '@trefoil/core/ledger/account'
import { requireNotFrozen } from '@trefoil/core/ledger/member-balances'
import type { Usd } from '@trefoil/core/money'
import {
  endReference,
  planWithdrawalPaid,
  planWithdrawalReleased,
  type WithdrawalSource,
} from '@trefoil/core/payouts/plan-withdrawal'
import type { Hash } from '../chain/chain.ts'
import type { AnyOrder, LedgerOperation, Touched } from '../ledger/operation.ts'
import type { AuditEntry } from '../members/audit.ts'
import { endWithdrawals, numberWithdrawal, type Evidence } from './write-withdrawals.ts'

/** A withdrawal whose amount is held. */
export type Held = { id: string; member: OwnerId; amount: Usd; reference: string }

const touchesEnd = ({ member, reference }: Held): Touched => ({
  members: membersAmong([member]),
  references: [endReference(reference)],
})

/** A payment ends the hold in the same way, however it was found. */
const paid = <Order extends AnyOrder & Held>(): Omit<LedgerOperation<Order, object, Order>, 'write'> => ({
  reason: 'withdrawal_paid',
  touches: touchesEnd,
  decide: ({ programme }, order) => ({
    plan: planWithdrawalPaid({ ...order, ruleVersion: programme.version }),
    reply: {},
    note: order,
  }),
})

const asPaid = ({ note: { id } }: { note: Held }) => ({ id, becomes: 'paid' as const, operator: null, reason: null })

type Payment = AnyOrder & Held & { signer: string; nonce: bigint; transaction: Hash; feePaid: bigint }

/** Paid: final on the chain, with exactly the expected transfer. */
export const withdrawalPaid: LedgerOperation<Payment, object, Payment> = {
  ...paid<Payment>(),
  write(pipeline, done) {
    for (const { note } of done) {
      const { signer, nonce, transaction, feePaid } = note
      pipeline.send(endSending, [signer, nonce, transaction, feePaid])
    }
    endWithdrawals(pipeline, done.map(asPaid))
  },
}

/** `payoutId` and `number` where the withdrawal has none: it was requested, and the database forgot its claim. */
type Found = AnyOrder & Held & Evidence & ({ payoutId: Hash; number: number } | { payoutId?: never; number?: never })

/** The same for a payment that only the chain knew: our records lost it, or never had it. */
export const withdrawalFound: LedgerOperation<Found, object, Found> = {
  ...paid<Found>(),
  write(pipeline, done) {
    for (const { note } of done) {
      const { signer, block, transaction, ordinal, feePaid, id, payoutId, number } = note
      if (payoutId !== undefined) numberWithdrawal(pipeline, { id, payoutId, number })
      pipeline.send(insertFound, [id, transaction, ordinal, signer, block, feePaid])
    }
    endWithdrawals(pipeline, done.map(asPaid))
  },
}

type Release = AnyOrder &
  Held & { source: WithdrawalSource } & (
    | { becomes: 'cancelled' }
    | { becomes: 'refused'; audit: AuditEntry; told: string | null }
  )

/** Cancelled by the member or refused by an operator: the member gets the money back. */
export const withdrawalReleased: LedgerOperation<Release, object, Release> = {
  reason: 'withdrawal_released',
  askedBy: ({ becomes, member }) => (becomes === 'cancelled' ? member : undefined),
  touches: touchesEnd,
  decide({ book, programme }, order) {
    if (order.becomes === 'cancelled') requireNotFrozen(book.balances(order.member))
    const plan = planWithdrawalReleased({ ...order, ruleVersion: programme.version })
    return { plan, reply: {}, note: order }
  },
  write(pipeline, done) {
    endWithdrawals(
      pipeline,
      done.map(({ note }) => ({
        id: note.id,
        becomes: note.becomes,
        operator: note.audit?.operator ?? null,
        reason: note.becomes === 'refused' ? note.told : null,
      })),
    )
  },
}

const insertFound = {
  name: 'insert found payment',
  text: `insert into found_payment (withdrawal_id, transaction, ordinal, signer, block_number, fee_paid)
    values ($1::bigint, $2, $3::int, $4, $5::bigint, $6::numeric)`,
}

const endSending = {
  name: 'end sending',
  text: `update sending set state = 'done', transaction = $3, fee_paid = $4::numeric, ended_at = now()
    where signer = $1 and nonce = $2::bigint`,
}
