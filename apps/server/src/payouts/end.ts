import type { MemberId } from '@trefoil/core/ledger/account'
import { requireNotFrozen } from '@trefoil/core/ledger/member-balances'
import type { Usd } from '@trefoil/core/money'
import { planWithdrawalEnd } from '@trefoil/core/payouts/plan-withdrawal'
import type { Hash } from '../chain/chain.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { auditEntryValues, insertAuditEntry, type AuditEntry } from '../members/audit.ts'

/** A withdrawal whose amount is held. */
export type Held = { id: string; member: MemberId; amount: Usd; reference: string }

/** However it was learnt, a payment ends the hold in the same way. */
const paid = <Order extends AnyOrder & Held>(): Omit<LedgerOperation<Order, object, Order>, 'write'> => ({
  reason: 'withdrawal_paid',
  touches: ({ member }) => ({ members: [member] }),
  decide: ({ programme }, order) => ({
    plan: planWithdrawalEnd('paid', { ...order, ruleVersion: programme.version }),
    reply: {},
    note: order,
  }),
})

type Payment = AnyOrder & Held & { signer: string; nonce: bigint; transaction: Hash; feePaid: bigint }

/** The outside world has it: final on the chain, with exactly the transfer that was asked for. */
export const withdrawalPaid: LedgerOperation<Payment, object, Payment> = {
  ...paid<Payment>(),
  write(pipeline, done) {
    for (const { note } of done) {
      const { signer, nonce, transaction, feePaid, id } = note
      pipeline.send(endSending, [signer, nonce, transaction, feePaid])
      pipeline.send(endWithdrawal, [id, 'paid', null, null])
    }
  },
}

type Found = AnyOrder & Held & { signer: string; block: bigint; transaction: Hash; feePaid: bigint }

/** The same, where only the chain knew of it: our records had lost the payment, or never had it. */
export const withdrawalFound: LedgerOperation<Found, object, Found> = {
  ...paid<Found>(),
  write(pipeline, done) {
    for (const { note } of done) {
      const { signer, block, transaction, feePaid, id } = note
      pipeline.send(insertFound, [id, transaction, signer, block, feePaid])
      pipeline.send(endWithdrawal, [id, 'paid', null, null])
    }
  },
}

type Release = AnyOrder &
  Held & {
    becomes: 'cancelled' | 'refused'
    operator: number | null
    reason: string | null
    auditEntry?: AuditEntry | undefined
  }

/** The member has it back: cancelled by themselves, or refused by an operator. */
export const withdrawalReleased: LedgerOperation<Release, object, Release> = {
  reason: 'withdrawal_released',
  touches: ({ member }) => ({ members: [member] }),
  decide({ book, programme }, order) {
    if (order.becomes === 'cancelled') requireNotFrozen(book.balances(order.member))
    const plan = planWithdrawalEnd('released', { ...order, ruleVersion: programme.version })
    return { plan, reply: {}, note: order }
  },
  write(pipeline, done) {
    for (const { note } of done) {
      pipeline.send(endWithdrawal, [note.id, note.becomes, note.operator, note.reason])
      if (note.auditEntry) pipeline.send(insertAuditEntry, auditEntryValues(note.auditEntry))
    }
  },
}

// A move that is not allowed is refused by the table itself, and the money stays where it is.
const endWithdrawal = {
  name: 'end withdrawal',
  text: `update withdrawal set state = $2, ended_at = now(), look_at = null, waits_for = null,
      decided_by = coalesce($3::int, decided_by), decision = coalesce($4, decision),
      decided_at = case when $3::int is null then decided_at else now() end
    where id = $1::bigint`,
}

const insertFound = {
  name: 'insert found payment',
  text: `insert into found_payment (withdrawal_id, transaction, signer, block_number, fee_paid)
    values ($1::bigint, $2, $3, $4::bigint, $5::numeric)`,
}

const endSending = {
  name: 'end sending',
  text: `update sending set state = 'done', transaction = $3, fee_paid = $4::numeric, ended_at = now()
    where signer = $1 and nonce = $2::bigint`,
}
