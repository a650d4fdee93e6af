import type { MemberId } from '@trefoil/core/ledger/account'
import { usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Address } from '../chain/chain.ts'
import { notifyAccounts } from '../db/account-news.ts'
import { LOCKS, type Database, type Tx } from '../db/database.ts'
import type { Step } from '../db/leader-loop.ts'
import { mailOperators } from '../members/mail-operators.ts'
import { recordHit } from '../screening/hits.ts'
import { screenOne, type Screening, type Verdict } from '../screening/screening.ts'

type Context = { db: Database; screening: Screening }
type Row = { id: string; member_id: MemberId; sender: Address; credited: string }

const AT_ONCE = 8

/**
 * Asks about the senders of credited deposits, round after round until there is an answer. What a deposit brought is the
 * member's all the while, but stays in their impact balance.
 */
export function screenDeposits({ db, screening }: Context): () => Promise<Step> {
  let after = '0'
  return async () => {
    const { rows } = await sql<Row>`
      select id, member_id, sender, credited from deposit
      where screening = 'waiting' and id > ${after}::bigint order by id limit ${AT_ONCE}`.execute(db)
    const verdicts = await Promise.all(
      rows.map(({ member_id: owner, sender: address, credited }) =>
        screenOne(screening, db, { moment: 'deposit', address, owner, amount: usd(BigInt(credited)) }),
      ),
    )
    for (const [index, row] of rows.entries()) await settle(db, row, verdicts[index])
    // One that gets no answer does not keep the others waiting.
    after = rows.length < AT_ONCE ? '0' : (rows.at(-1)?.id ?? '0')
    const unanswered = verdicts.find((verdict) => verdict.kind === 'unanswered')
    const waiting = await countWaiting(db)
    return {
      more: after !== '0' && unanswered === undefined,
      figures: { waiting },
      ...(unanswered && {
        trouble: `${waiting} deposits wait for screening, which does not answer (${unanswered.why})`,
      }),
    }
  }
}

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from deposit where screening = 'waiting'`.execute(db)
  return rows[0]?.waiting ?? 0
}

async function settle(db: Database, row: Row, verdict: Verdict | undefined): Promise<void> {
  if (verdict?.kind === 'clear')
    await db.transaction().execute((tx) => freeDeposit(tx, { id: row.id, from: 'waiting' }))
  if (verdict?.kind !== 'hit') return
  const { id, member_id: owner, sender: address, credited } = row
  const { provider, reason } = verdict
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update deposit set screening = 'held' where id = ${id} and screening = 'waiting' returning id`.execute(tx)
    if (rows.length === 0) return
    const amount = usd(BigInt(credited))
    const hit = await recordHit(tx, { moment: 'deposit', owner, address, provider, reason, amount, deposit: id })
    await mailOperators(tx, { kind: 'screening waits', facts: { hit: hit.id, moment: 'deposit' } })
  })
}

/**
 * `from`: what it is freed from, since an answer must not free what an operator refused meanwhile. The row's version
 * changes with it, so whatever was decided on the old one is decided again. One at a time until the commit, so that
 * webhooks find clearings in the order of their numbers.
 */
export async function freeDeposit(tx: Tx, { id, from }: { id: string; from: 'waiting' | 'held' }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.clearing)})`.execute(tx)
  const { rows } = await sql<{ member: MemberId }>`
    with freed as (
      update deposit set screening = null, cleared_at = clock_timestamp(),
        clearing = (select coalesce(max(clearing), 0) + 1 from deposit)
      where id = ${id} and screening = ${from} returning member_id, credited
    )
    update member_balance set on_hold = on_hold - freed.credited from freed
    where member_balance.member_id = freed.member_id returning freed.member_id as member`.execute(tx)
  await notifyAccounts(
    tx,
    rows.map(({ member }) => member),
  )
}
