import type { readRecovery as route } from '@trefoil/contract/operator/recovery'
import type { ReplyOf } from '@trefoil/contract/route'
import { toDollars } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { describePostingStop, readPostingStop } from '../ledger/posting-stop.ts'
import { readRecovery } from '../payouts/recovery.ts'
import { requireRecovered } from '../payouts/end-recovery.ts'
import { readUnbooked, type UnbookedPayment } from '../payouts/unbooked.ts'
import type { OperatorContext } from './context.ts'
import { iso, type Person } from './shapes.ts'

type View = ReplyOf<typeof route>['data']

const PAYMENTS_SHOWN = 100

export async function readRecoveryView(context: OperatorContext): Promise<View> {
  const { db, chain } = context
  const [stop, recovery, scan, unbooked] = await Promise.all([
    readPostingStop(db),
    readRecovery(db),
    db.selectFrom('scan').select('final').where('chain_id', '=', chain.id).executeTakeFirst(),
    readUnbooked(db, chain),
  ])
  const heights = (block: bigint | null | undefined) => (block === null || block === undefined ? null : Number(block))
  return {
    recovery: recovery
      ? {
          began_at: iso(recovery.beganAt),
          why: recovery.why,
          since_block: heights(recovery.sinceBlock),
          until_block: heights(recovery.untilBlock),
          waits_for: await whyNotEnded(context),
        }
      : null,
    lost_tail: stop ? { found_at: iso(stop.foundAt), why: describePostingStop(stop) } : null,
    final_block: scan ? Number(scan.final) : null,
    payments: await suggest(context, unbooked.slice(0, PAYMENTS_SHOWN)),
  }
}

async function whyNotEnded(context: OperatorContext): Promise<string | null> {
  try {
    await requireRecovered(context)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

type Suggestions = { transaction: string; ordinal: number; people: (Person & { because: 'number' | 'address' })[] }
type Proposed = { transaction: string; ordinal: number; proposal_id: number }

async function suggest({ db, chain }: OperatorContext, unbooked: UnbookedPayment[]): Promise<View['payments']> {
  const asked = sql`unnest(${unbooked.map(({ transaction }) => transaction)}::text[],
    ${unbooked.map(({ ordinal }) => ordinal)}::int[], ${unbooked.map(({ recipient }) => recipient)}::text[],
    ${unbooked.map(({ owner }) => owner?.member ?? null)}::int[]) asked (transaction, ordinal, recipient, owner)`
  const { rows: suggested } = await sql<Suggestions>`
    select asked.transaction, asked.ordinal, array(
        select json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'because',
          case when a.id = asked.owner then 'number' else 'address' end)
        from account a where a.id = asked.owner
          or (asked.owner is null and a.role = 'member' and (a.wallet_address = asked.recipient
            or a.id in (select member_id from withdrawal where address = asked.recipient)))
        order by a.id limit 5) as people
    from ${asked}`.execute(db)
  const { rows: proposed } = await sql<Proposed>`
    select asked.transaction, asked.ordinal, p.id as proposal_id from ${asked}
    join proposal p on p.kind = 'payment' and p.state = 'open' and p.details ->> 'transaction' = asked.transaction
      and (p.details ->> 'ordinal')::int = asked.ordinal`.execute(db)
  const of = <Row extends { transaction: string; ordinal: number }>(
    rows: Row[],
    { transaction, ordinal }: UnbookedPayment,
  ) => rows.find((row) => row.transaction === transaction && row.ordinal === ordinal)
  return unbooked.map((payment) => ({
    transaction: payment.transaction,
    ordinal: payment.ordinal,
    block: Number(payment.block),
    from: payment.sender === chain.vault ? 'vault' : payment.sender === chain.treasury ? 'treasury' : 'former',
    recipient: payment.recipient,
    amount: toDollars(payment.amount),
    payout_id: payment.payoutId,
    suggestions: of(suggested, payment)?.people ?? [],
    proposal_id: of(proposed, payment)?.proposal_id ?? null,
  }))
}
