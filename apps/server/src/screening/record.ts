import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Answer, ProviderName, Question } from './provider.ts'

type Row = { provider: ProviderName; result: 'clear' | 'hit'; detail: string | null; level: number | null }

/**
 * The newest answers about this address and owner that are not too old. A hit counts for whatever is asked, but that
 * something was clear counts only at the same moment, and for no more than was asked about.
 */
export async function readAnswers(
  db: Database,
  { moment, address, owner, amount: asked }: Question,
  ageMs: number,
): Promise<Map<ProviderName, Answer>> {
  const amount = asked === null ? null : String(asked)
  const { rows } = await sql<Row>`
    select provider, result, detail, level from (
      select distinct on (provider) * from screening_answer
      where address = ${address} and owner_id = ${owner} and result <> 'none'
        and answered_at > now() - make_interval(secs => ${ageMs / 1000})
      order by provider, id desc
    ) newest
    where result = 'hit' or (moment = ${moment} and (${amount}::bigint is null or amount >= ${amount}::bigint))`.execute(
    db,
  )
  return new Map(rows.map(({ provider, result, detail, level }) => [provider, { result, reason: detail, level }]))
}

type Recorded = Question & {
  provider: ProviderName
  result: 'clear' | 'hit' | 'none'
  detail: string | null
  level: number | null
  askedAt: Date
}

/** A level that an operator has set stays. */
export async function recordAnswer(db: Database, recorded: Recorded): Promise<void> {
  const { provider, moment, owner, address, amount, result, detail, level, askedAt } = recorded
  await sql`
    with recorded as (
      insert into screening_answer (provider, moment, owner_id, address, amount, result, detail, level, asked_at)
      values (${provider}, ${moment}, ${owner}, ${address}, ${amount === null ? null : String(amount)}, ${result},
        ${detail}, ${level}, ${askedAt})
    )
    update member_balance set kyc_level = ${level}
    where member_id = ${owner} and ${level}::int is not null and kyc_level_by is null and kyc_level <> ${level}`.execute(
    db,
  )
}
