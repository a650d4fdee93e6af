import type { MemberId } from '@trefoil/core/ledger/account'
import { plus, usd, type Usd } from '@trefoil/core/money'
import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import { judgePayout, type PayoutVerdict } from '@trefoil/core/payouts/payout-rule'
import type { AutomaticPayout } from '@trefoil/core/programme/programme'
import { sql } from 'kysely'
import type { Address, Hash } from '../chain/chain.ts'
import type { Tx } from '../db/database.ts'
import { judgeCauseAddresses } from './cause-address.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

export type Candidate = {
  id: string
  member: MemberId
  amount: Usd
  reference: string
  to: Address
  /** Null until it is claimed. */
  payoutId: Hash | null
  isApproved: boolean
}

export type CandidateRow = {
  id: string
  member_id: MemberId
  amount: string
  reference: string
  address: Address
  payout_id: Hash | null
  state: 'requested' | 'approved' | 'claimed'
  source: WithdrawalSource
  wallet_address: string | null
  wallet_address_since: Date | null
  security_hold_until: Date | null
  email_verified: boolean
  frozen: boolean
  now: Date
}

/** Or still in its time of grace, of account `a`. */
export const EMAIL_VERIFIED = sql`(a.email_verified_at is not null or coalesce(a.email_grace_until > now(), false))`

/** Everything that decides about a withdrawal `w` with account `a` and balance row `p`. */
export const CANDIDATE = sql`w.id, w.member_id, w.amount, w.reference, w.address, w.payout_id, w.state, w.source, a.wallet_address,
  a.wallet_address_since, a.security_hold_until, p.frozen, now() as now, ${EMAIL_VERIFIED} as email_verified`

/** The same of a payout that is nobody's: nothing holds it back. */
export const OWN_CANDIDATE = sql`w.id, w.member_id, w.amount, w.reference, w.address, w.payout_id, w.state, w.source,
  null as wallet_address, null as wallet_address_since, null as security_hold_until, false as frozen, now() as now,
  true as email_verified`

/**
 * Freezes and holds take the same locks, so the later one sees the earlier one's change. Skipping locked rows avoids
 * deadlocks: they are looked at again next time.
 */
export const LOCKED = sql`for update of w skip locked for share of a, p skip locked`

/**
 * Withdrawals that may be paid now, locked until the transaction ends. The others are postponed, until a time or until
 * an operator decides. The facts of this moment count, not those at the time of the request.
 */
export async function takeCandidates(
  tx: Tx,
  rule: AutomaticPayout,
  { among, limit }: { among?: readonly string[]; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow & { left_today: string }>`
    select ${CANDIDATE},
      (select coalesce(sum(amount), 0) from withdrawal earlier where earlier.member_id = w.member_id
        and earlier.automatic and earlier.claimed_at > now() - interval '24 hours' and earlier.state <> 'refused') as left_today
    from withdrawal w join account a on a.id = w.member_id join member_balance p on p.member_id = w.member_id
    where w.state in ('requested', 'approved') and w.look_at <= now()
      and w.waits_for is distinct from 'vault_has_paid'
      -- One after the other: the next number is known when this one is paid.
      and not exists (select from withdrawal claimed where claimed.member_id = w.member_id and claimed.state = 'claimed')
      ${among ? sql`and w.id = any(${among})` : sql``}
    order by w.look_at, w.id limit ${limit}
    ${LOCKED}`.execute(tx)
  const leftNow = new Map<MemberId, Usd>()
  const payable = await takeAgreed(tx, { among, limit })
  for (const row of rows) {
    const candidate = candidateFrom(row)
    const { member, amount, isApproved } = candidate
    const leftToday = plus(usd(BigInt(row.left_today)), leftNow.get(member) ?? usd(0n))
    if (!(await mayLeave(tx, row, { rule, leftToday }))) continue
    if (!isApproved) leftNow.set(member, plus(leftNow.get(member) ?? usd(0n), amount))
    payable.push(candidate)
  }
  return payable
}

/** Of causes and of operations: two persons have agreed, to this amount and this address. */
async function takeAgreed(
  tx: Tx,
  { among, limit }: { among?: readonly string[] | undefined; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    select ${OWN_CANDIDATE} from withdrawal w
    where w.member_id <= 0 and w.state = 'approved' and w.look_at <= now()
      and w.waits_for is distinct from 'vault_has_paid'
      and not exists (select from withdrawal claimed where claimed.member_id = w.member_id and claimed.state = 'claimed')
      ${among ? sql`and w.id = any(${among})` : sql``}
    order by w.look_at, w.id limit ${limit}
    for update of w skip locked`.execute(tx)
  const judge = await judgeCauseAddresses(tx, rows)
  const payable: Candidate[] = []
  for (const row of rows) if (await mayGo(tx, row, judge(row))) payable.push(candidateFrom(row))
  return payable
}

/** Postpones it if not. */
export async function mayLeave(
  tx: Tx,
  row: CandidateRow,
  { rule, leftToday }: { rule: AutomaticPayout; leftToday: Usd },
): Promise<boolean> {
  const { amount, to, isApproved } = candidateFrom(row)
  const verdict = judgePayout(
    {
      amount,
      to,
      isApproved,
      isReturn: row.source === 'impact',
      isFrozen: row.frozen,
      savedAddress:
        row.wallet_address !== null && row.wallet_address_since !== null
          ? { address: row.wallet_address, since: row.wallet_address_since.getTime() }
          : null,
      isEmailVerified: row.email_verified,
      heldUntil: row.security_hold_until?.getTime() ?? null,
      leftToday,
      now: row.now.getTime(),
    },
    rule,
  )
  return mayGo(tx, row, verdict)
}

async function mayGo(tx: Tx, { id }: CandidateRow, verdict: PayoutVerdict): Promise<boolean> {
  if (verdict.kind === 'pay') return true
  const lookAt = verdict.kind === 'wait' ? new Date(verdict.until) : null
  await changeWithdrawals(tx, {
    set: sql`look_at = ${lookAt}, waits_for = ${verdict.why}`,
    where: sql`id = ${id}`,
  })
  return false
}

/** Looks again at withdrawals that waited because their member was frozen. */
export const lookAtFrozenAgain = (tx: Tx, member: MemberId) =>
  changeWithdrawals(tx, {
    set: sql`look_at = now(), waits_for = null`,
    where: sql`member_id = ${member} and ended_at is null and waits_for = 'frozen'`,
  })

/** Looks again at withdrawals that waited for an address that is verified now. */
export const lookAtVerifiedAgain = (tx: Tx) =>
  changeWithdrawals(tx, {
    set: sql`look_at = now(), waits_for = null`,
    where: sql`waits_for = 'email_unverified' and ended_at is null
      and exists (select from account a where a.id = withdrawal.member_id and a.email_verified_at is not null)`,
  })

/** A claimed withdrawal counts as approved: only a freeze or a security hold can still stop it. */
export const candidateFrom = (row: CandidateRow): Candidate => ({
  id: row.id,
  member: row.member_id,
  amount: usd(BigInt(row.amount)),
  reference: row.reference,
  to: row.address,
  payoutId: row.payout_id,
  isApproved: row.state !== 'requested',
})
