import { randomBytes } from 'node:crypto'
import { planDeposit } from '@trefoil/core/deposits/plan-deposit'
import { parseAmount, type Usd } from '@trefoil/core/money'
import { LOCAL_CHAIN_ID } from '../chain/local-keys.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'

/**
 * So many dollars of impact balance, for tests that are about something else: they came to a deposit address, were
 * credited and swept before the chain was first read.
 */
export async function depositArrives(ledger: Ledger, member: number, dollars: number): Promise<void> {
  const transaction = `0x${randomBytes(32).toString('hex')}`
  const reference = `deposit/${LOCAL_CHAIN_ID}/${transaction}/0`
  await ledger.post(arrivingDeposit, { member, credited: parseAmount(dollars), reference, transaction })
}

type Order = AnyOrder & { member: number; credited: Usd; reference: string; transaction: string }

/** The observation and its credit in one batch: nobody else can be quicker. */
const arrivingDeposit: LedgerOperation<Order, object, Order> = {
  reason: 'deposit',
  touches: ({ member }) => ({ members: [member] }),
  decide: ({ programme }, order) => ({ plan: planDeposit(order, programme.version), reply: {}, note: order }),
  write(pipeline, done) {
    for (const { note } of done) pipeline.send(arrive, [note.member, String(note.credited), note.transaction])
  },
}

/** Of the member at the top, who is in nobody's tests, and the last that this member could ever be issued. */
const ADDRESS = '0x00000000000000000000000000000000000A881E'
const TURN = 65_535

/** The money behind it is what the vault held before: it was our own, and is now a member's. */
const arrive = {
  name: 'arrive',
  text: `
    with at as (
      insert into deposit_address (address, member_id, turn, expires_at, received_at)
      select '${ADDRESS}', id, ${TURN}, now(), now() from member where parent is null
      on conflict do nothing
    ), token as (
      select $2::numeric * 1e13 as value
    ), swept as (
      insert into reserve_transfer (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind)
      select ${LOCAL_CHAIN_ID}, $3, 1, 0, '${ADDRESS}', 'treasury', value, 'sweep' from token
    ), sums as (
      update scan set arrived = arrived + value, swept = swept + value, opening = opening - value
      from token where chain_id = ${LOCAL_CHAIN_ID}
    )
    insert into deposit (chain_id, transaction, ordinal, block_number, block_hash, address, member_id, sender, value,
      credited, remainder, state, credited_at, sweep_signer, sweep_nonce)
    select ${LOCAL_CHAIN_ID}, $3, 0, 0, '0x', '${ADDRESS}', $1::int, '0x', value, $2::bigint, 0, 'credited', now(),
      'before', 0 from token`,
}
