import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Answer, ProviderName, Question } from './provider.ts'

type Row = { provider: ProviderName; result: 'clear' | 'hit'; detail: string | null; level: number | null }

/** The newest answers about this address and owner that are not too old. */
export async function readAnswers(
  db: Database,
  { address, owner }: Question,
  ageMs: number,
): Promise<Map<ProviderName, Answer>> {
  const { rows } = await sql<Row>`
    select distinct on (provider) provider, result, detail, level from screening_answer
    where address = ${address} and owner_id = ${owner} and result <> 'none'
      and answered_at > now() - make_interval(secs => ${ageMs / 1000})
    order by provider, id desc`.execute(db)
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
  const { provider, moment, owner, address, result, detail, level, askedAt } = recorded
  await sql`
    with recorded as (
      insert into screening_answer (provider, moment, owner_id, address, result, detail, level, asked_at)
      values (${provider}, ${moment}, ${owner}, ${address}, ${result}, ${detail}, ${level}, ${askedAt})
    )
    update member_balance set kyc_level = ${level}
    where member_id = ${owner} and ${level}::int is not null and kyc_level_by is null and kyc_level <> ${level}`.execute(
    db,
  )
}
