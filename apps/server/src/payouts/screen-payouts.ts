import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { recordHit } from '../screening/hits.ts'
import { screenOne, type Screening, type Verdict } from '../screening/screening.ts'
import { markFailed, type Payable } from './reverted.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

type Context = { db: Database; screening?: Screening | undefined }

const AT_ONCE = 8
/** What waits for an answer is looked at again after this. */
const AGAIN_SECONDS = 10

/** Those that may be paid. A hit holds one until operators decide; without an answer it waits, and goes on by itself. */
export async function keepScreened({ db, screening }: Context, payable: readonly Payable[]): Promise<Payable[]> {
  if (!screening || payable.length === 0) return [...payable]
  const released = await readReleased(db, payable)
  const kept: Payable[] = []
  for (let start = 0; start < payable.length; start += AT_ONCE) {
    const some = payable.slice(start, start + AT_ONCE)
    const verdicts = await Promise.all(
      some.map(async ({ withdrawal: { id, to: address, member: owner, amount } }): Promise<Verdict> => {
        if (released.has(id)) return { kind: 'clear' }
        return screenOne(screening, db, { moment: 'payout', address, owner, amount })
      }),
    )
    for (const [index, one] of some.entries()) {
      const verdict = verdicts[index]
      if (verdict?.kind === 'clear') kept.push(one)
      else if (verdict?.kind === 'hit') await hold(db, one, verdict)
      else await postpone(db, one)
    }
  }
  return kept
}

/** Operators have decided that these may be paid, whatever a provider says. */
async function readReleased(db: Database, payable: readonly Payable[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select withdrawal_id as id from screening_hit
    where withdrawal_id = any(${payable.map(({ withdrawal }) => withdrawal.id)}::bigint[]) and state = 'released'`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

type Hit = Extract<Verdict, { kind: 'hit' }>

async function hold(db: Database, { withdrawal, generation }: Payable, { provider, reason }: Hit): Promise<void> {
  const { id, member: owner, to: address, amount } = withdrawal
  await db.transaction().execute(async (tx) => {
    await recordHit(tx, { moment: 'payout', owner, address, provider, reason, amount, withdrawal: id })
    // Once claimed, it cannot simply wait: an operator decides about it as about any that the chain rejects.
    if (generation > 1) await markFailed(tx, id)
    else
      await changeWithdrawals(tx, {
        set: sql`look_at = null, waits_for = 'screening_hit'`,
        where: sql`id = ${id} and state in ('requested', 'approved')`,
      })
  })
}

async function postpone(db: Database, { withdrawal }: Payable): Promise<void> {
  await db.transaction().execute((tx) =>
    changeWithdrawals(tx, {
      set: sql`look_at = now() + make_interval(secs => ${AGAIN_SECONDS}), waits_for = 'screening'`,
      where: sql`id = ${withdrawal.id} and state in ('requested', 'approved', 'claimed')`,
    }),
  )
}

/** For health: what waits for an answer, and why there is none. */
export async function describeUnanswered({ db, screening }: Context): Promise<string | undefined> {
  if (!screening) return undefined
  const { rows } = await sql<{ waiting: number; why: string | null }>`
    select count(*)::int as waiting,
      case when count(*) > 0 then
        (select provider || ': ' || detail from screening_answer where result = 'none' order by id desc limit 1) end as why
    from withdrawal where ended_at is null and waits_for = 'screening'`.execute(db)
  const { waiting = 0, why = null } = rows[0] ?? {}
  if (waiting === 0) return undefined
  const trouble = `${waiting === 1 ? '1 payout waits' : `${waiting} payouts wait`} for screening, which does not answer`
  return why === null ? trouble : `${trouble} (${why})`
}
