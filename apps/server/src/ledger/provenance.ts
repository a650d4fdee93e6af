import { usd, type Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** `amount`: what it took from the chain's account; below zero: brought there. */
export type Origin = { origin: string; journals: number; amount: Usd }

/** Where all money came from and where it went: journals that touch the chain, by the kind of their evidence. */
export async function readProvenance(db: Reader, since = 0n): Promise<Origin[]> {
  const { rows } = await sql<{ origin: string; journals: number; amount: string }>`
    with touching as (
      select j.id, -e.amount as amount, j.reason, j.reference from entry e join journal j on j.id = e.journal_id
      where e.journal_id > ${String(since)} and e.member_id = 0 and e.account = 'chain'
    )
    select case when u.journal_id is not null then 'journals without evidence'
        when reason = 'deposit' and reference like 'dust/%' then 'dust'
        when reason = 'deposit' then 'credited deposits'
        when reason = 'withdrawal_paid' then 'paid withdrawals'
        else 'proposals of two people' end as origin,
      count(*)::int as journals, sum(touching.amount)::text as amount
    from touching left join unproven_journal u on u.journal_id = touching.id and not exists (
      select from reserve_transfer t where (t.transaction, t.ordinal) = (u.transaction, u.ordinal))
    group by 1 order by 1`.execute(db)
  return rows.map(({ origin, journals, amount }) => ({ origin, journals, amount: usd(BigInt(amount)) }))
}
