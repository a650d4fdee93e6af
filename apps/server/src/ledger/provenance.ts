import { usd, type Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { EVIDENCE, EVIDENCE_ROWS, touching } from './provenance-invariants.ts'

/** `amount`: what it took from the chain's account; below zero: brought there. */
export type Origin = { origin: string; journals: number; amount: Usd }

/** Where all money came from and where it went: journals that touch the chain, by the evidence that each has. */
export async function readProvenance(db: Reader, since = 0n): Promise<Origin[]> {
  const slice = (column: string) => `${column} > ${String(since)}`
  const proven = EVIDENCE.map(({ origin, holds }) => `when ${holds} then '${origin}'`).join(' ')
  const { rows } = await sql<{ origin: string; journals: number; amount: string }>`
    with ${sql.raw(touching(slice))}
    select case when u.is_open then 'journals without evidence' ${sql.raw(proven)}
        -- An assignment from before amounts were compared, whose log was found since.
        when u.is_open is not null then 'proposals of two people'
        else 'NO EVIDENCE' end as origin,
      count(*)::int as journals, sum(j.amount)::text as amount
    from j ${sql.raw(EVIDENCE_ROWS)}
    left join lateral (
      select not exists (
        select from reserve_transfer t where (t.transaction, t.ordinal) = (unproven.transaction, unproven.ordinal)) as is_open
      from unproven_journal unproven where unproven.journal_id = j.id
    ) u on true
    group by 1 order by 1`.execute(db)
  return rows.map(({ origin, journals, amount }) => ({ origin, journals, amount: usd(BigInt(amount)) }))
}
