import type { MemberId } from '@trefoil/core/ledger/account'
import { plus, usd, type Usd } from '@trefoil/core/money'
import { judgePayout, type PayoutVerdict } from '@trefoil/core/payouts/payout-rule'
import type { AutomaticPayout } from '@trefoil/core/programme/programme'
import { sql } from 'kysely'
import type { Address, Hash } from '../chain/chain.ts'
import type { Tx } from '../db/database.ts'

export type Candidate = {
  id: string
  member: MemberId
  amount: Usd
  reference: string
  to: Address
  payoutId: Hash
  isApproved: boolean
}

type Row = {
  id: string
  member_id: MemberId
  amount: string
  reference: string
  address: Address
  payout_id: Hash
  state: 'requested' | 'approved'
  wallet_address: string | null
  wallet_address_since: Date | null
  withdrawals_held_until: Date | null
  frozen: boolean
  left_today: string
  now: Date
}

/**
 * Withdrawals that may leave now, locked until the transaction ends. The others are put off: until a time, or until an
 * operator decides. Judged by what is true at this moment, not when they were requested.
 */
export async function takeCandidates(
  tx: Tx,
  rule: AutomaticPayout,
  { among, limit }: { among?: readonly string[]; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Row>`
    select w.id, w.member_id, w.amount, w.reference, w.address, w.payout_id, w.state, a.wallet_address,
      a.wallet_address_since, a.withdrawals_held_until, p.frozen, now() as now,
      (select coalesce(sum(amount), 0) from withdrawal earlier where earlier.member_id = w.member_id
        and earlier.automatic and earlier.claimed_at > now() - interval '24 hours' and earlier.state <> 'refused') as left_today
    from withdrawal w join account a on a.id = w.member_id join purse p on p.member_id = w.member_id
    where w.state in ('requested', 'approved') and w.look_at <= now()
      ${among ? sql`and w.id = any(${among})` : sql``}
    order by w.look_at, w.id limit ${limit}
    for update of w skip locked`.execute(tx)
  const leftNow = new Map<MemberId, Usd>()
  const payable: Candidate[] = []
  for (const row of rows) {
    const amount = usd(BigInt(row.amount))
    const leftToday = plus(usd(BigInt(row.left_today)), leftNow.get(row.member_id) ?? usd(0n))
    const verdict = judgePayout(
      {
        amount,
        to: row.address,
        isApproved: row.state === 'approved',
        isFrozen: row.frozen,
        savedAddress:
          row.wallet_address !== null && row.wallet_address_since !== null
            ? { address: row.wallet_address, since: row.wallet_address_since.getTime() }
            : null,
        heldUntil: row.withdrawals_held_until?.getTime() ?? null,
        leftToday,
        now: row.now.getTime(),
      },
      rule,
    )
    if (verdict.kind !== 'pay') {
      await putOff(tx, row.id, verdict)
      continue
    }
    if (row.state === 'requested') leftNow.set(row.member_id, plus(leftNow.get(row.member_id) ?? usd(0n), amount))
    payable.push({
      id: row.id,
      member: row.member_id,
      amount,
      reference: row.reference,
      to: row.address,
      payoutId: row.payout_id,
      isApproved: row.state === 'approved',
    })
  }
  return payable
}

async function putOff(tx: Tx, id: string, verdict: Exclude<PayoutVerdict, { kind: 'pay' }>): Promise<void> {
  const lookAt = verdict.kind === 'wait' ? new Date(verdict.until) : null
  await tx.updateTable('withdrawal').set({ look_at: lookAt, waits_for: verdict.why }).where('id', '=', id).execute()
}
