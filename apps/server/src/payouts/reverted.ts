import { usd } from '@trefoil/core/money'
import { GENERATIONS_MAX } from '@trefoil/core/payouts/payout-rule'
import type { AutomaticPayout } from '@trefoil/core/programme/programme'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import {
  CANDIDATE,
  candidateFrom,
  LOCKED,
  mayLeave,
  OWN_CANDIDATE,
  type Candidate,
  type CandidateRow,
} from './candidates.ts'
import { judgeCauseAddresses } from './cause-address.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

export type Payable = { withdrawal: Candidate; generation: number }

type RevertedRow = CandidateRow & { generation: number; generations: number }

const REVERTED = sql`last.generation + 1 as generation,
  (select count(*)::int from sending
    where withdrawal_id = w.id and claimed_at >= w.claimed_at and state <> 'void') as generations`
const LAST_SENDING = sql`join lateral (
    select generation, state from sending where withdrawal_id = w.id order by generation desc limit 1
  ) last on last.state in ('reverted', 'void')
  where w.state = 'claimed' and (w.waits_for is null or (w.look_at <= now() and w.waits_for <> 'vault_has_paid'))`

/** Of causes and of operations. */
async function readRevertedOwn(tx: Tx, limit: number): Promise<readonly RevertedRow[]> {
  const { rows } = await sql<RevertedRow>`
    select ${OWN_CANDIDATE}, ${REVERTED} from withdrawal w ${LAST_SENDING} and w.member_id <= 0
    order by w.id limit ${limit} for update of w skip locked`.execute(tx)
  return rows
}

/** Claimed, but rejected by the chain or abandoned by a former signer. The next generation gets a new nonce. */
export async function takeReverted(tx: Tx, rule: AutomaticPayout, limit: number): Promise<Payable[]> {
  const { rows } = await sql<RevertedRow>`
    select ${CANDIDATE}, ${REVERTED}
    from withdrawal w join account a on a.id = w.member_id join member_balance p on p.member_id = w.member_id
    ${LAST_SENDING}
    order by w.id limit ${limit}
    ${LOCKED}`.execute(tx)
  const own = await readRevertedOwn(tx, limit)
  const judge = await judgeCauseAddresses(tx, own)
  const again: Payable[] = []
  for (const { generation, generations, ...row } of [...rows, ...own]) {
    // Nobody refuses a claimed one: failed, it is the operators' again.
    if (generations >= GENERATIONS_MAX || judge(row).kind !== 'pay') await markFailed(tx, row.id)
    else if (await mayLeave(tx, row, { rule, leftToday: usd(0n) }))
      again.push({ generation, withdrawal: candidateFrom(row) })
  }
  return again
}

/** Gives its number back: the chain has refused every payment under it for good. */
export const markFailed = (tx: Tx, id: string) =>
  changeWithdrawals(tx, {
    set: sql`state = 'failed', waits_for = null, look_at = null, payout_number = null,
      payout_id = case when w.payout_number is null then w.payout_id end`,
    where: sql`id = ${id} and state = 'claimed'`,
  })
