import type { MemberId } from '@trefoil/core/ledger/account'
import { usd, type Usd } from '@trefoil/core/money'
import { planDeposit, planDust, receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { CompiledQuery } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Ledger } from '../ledger/batch.ts'
import { haveBalancesChanged } from '../ledger/busy.ts'
import { numbers } from '../ledger/columns.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { queueNotices } from '../mail/outbox.ts'
import type { Screening } from '../screening/screening.ts'

const CREDITS_AT_ONCE_MAX = 256

type Context = { db: Database; chain: Chain; ledger: Ledger; screening?: Screening | undefined }
type Order = AnyOrder & { id: string; member: MemberId; credited: Usd; reference: string; isHeld: boolean }

/**
 * Credits every final deposit that is not credited yet. Safe to repeat, and from several processes: each is credited
 * once. With screening, what they bring stays in the impact balance until `screen-deposits.ts` has cleared their senders.
 */
export async function creditFinal(context: Context): Promise<number> {
  const { db, chain, ledger } = context
  const isHeld = context.screening !== undefined
  const rows = await db
    .selectFrom('deposit')
    .select(['id', 'member_id', 'credited', 'reference'])
    .where('state', '=', 'final')
    .where('chain_id', '=', chain.id)
    .orderBy('block_number')
    .orderBy('id')
    .limit(CREDITS_AT_ONCE_MAX)
    .execute()
  const posted = await Promise.allSettled(
    rows.map((row) => {
      const credited = usd(BigInt(row.credited))
      if (credited === 0n) return markTooSmall(db, row.id)
      return ledger.post(depositCredit, {
        id: row.id,
        member: row.member_id,
        credited,
        reference: row.reference,
        isHeld,
      })
    }),
  )
  for (const result of posted) {
    // Another process was faster: the ledger posts a reference once.
    if (result.status === 'rejected' && !violates(result.reason, 'same_reference_is_posted_once')) throw result.reason
  }
  if (rows.length > 0) await collectDust(context)
  return rows.length
}

const depositCredit: LedgerOperation<Order, object, Order> = {
  reason: 'deposit',
  touches: ({ member, reference }) => ({ members: [member], references: [reference] }),
  decide: ({ programme }, order) => ({ plan: planDeposit(order, programme.version), reply: {}, note: order }),
  write(pipeline, done) {
    const idsOf = (orders: readonly Order[]) => numbers(orders.map(({ id }) => BigInt(id)))
    const orders = done.map(({ note }) => note)
    pipeline.send(markCredited, [idsOf(orders)])
    const held = orders.filter(({ isHeld }) => isHeld)
    if (held.length > 0) pipeline.send(markWaiting, [idsOf(held)])
  },
}

const NOTICE = queueNotices({
  kind: 'deposit',
  facts: `jsonb_build_object('amount', credited::text, 'reference', reference)`,
  of: '(select * from marked where credited > 0)',
})

/** One statement together with the sum of remainders, so that no fraction is counted twice or lost, and with the notice. */
const MARK = `with marked as (
    update deposit set state = 'credited', credited_at = now() where id = any($1::bigint[]) and state = 'final'
    returning id, member_id, credited, reference, chain_id, remainder
  ), noticed as (${NOTICE})
  insert into dust_count (chain_id, remainder) select chain_id, sum(remainder) from marked group by chain_id
  on conflict (chain_id) do update set remainder = dust_count.remainder + excluded.remainder`

const markWaiting = {
  name: 'mark waiting for screening',
  text: `update deposit set screening = 'waiting' where id = any($1::bigint[])`,
}

const markCredited = { name: 'mark credited', text: MARK }

/** Less than $0.00001: all of it is dust. */
const markTooSmall = (db: Database, id: string) => db.executeQuery(CompiledQuery.raw(MARK, [[id]]))

type DustOrder = AnyOrder & { chainId: number; before: Usd; after: Usd }

const dustCollection: LedgerOperation<DustOrder, object, DustOrder> = {
  reason: 'deposit',
  touches: () => ({ members: [] }),
  decide: ({ programme }, order) => ({ plan: planDust(order, programme.version), reply: {}, note: order }),
  write(pipeline, done) {
    for (const { note } of done) pipeline.send(markBooked, [note.chainId, note.before, note.after])
  },
}

/** Another process may have booked some of it since: then this would book that part again. */
const markBooked = {
  name: 'mark dust',
  text: `with booked as (update dust_count set booked = $3 where chain_id = $1 and booked = $2 returning 1)
    select balances_have_changed() where not exists (select from booked)`,
}

/** Books the remainders that add up to whole units by now. */
async function collectDust({ db, chain, ledger }: Context): Promise<void> {
  for (;;) {
    const count = await db.selectFrom('dust_count').selectAll().where('chain_id', '=', chain.id).executeTakeFirst()
    if (!count) return
    const before = usd(BigInt(count.booked))
    const after = receivedFrom(BigInt(count.remainder), chain.decimals).credited
    if (after === before) return
    try {
      await ledger.post(dustCollection, { chainId: chain.id, before, after })
    } catch (error) {
      // Another process was faster: what it has left is counted anew.
      if (!haveBalancesChanged(error) && !violates(error, 'same_reference_is_posted_once')) throw error
    }
  }
}
