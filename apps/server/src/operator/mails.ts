import type { listUndelivered, retryMails as retryRoute } from '@trefoil/contract/operator/mails'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Actor, OperatorContext } from './context.ts'
import { iso, isoOrNull, personOf } from './shapes.ts'

type Undelivered = ReplyOf<typeof listUndelivered>['data']
type Row = Omit<Undelivered['mails'][number], 'id' | 'created_at' | 'next_at'> & {
  id: string
  created_at: Date
  next_at: Date | null
}

const SHOWN_MAX = 100

/** Queued with a reason: it was due, and waits for the hour to pass. */
const UNDELIVERED = sql`(state in ('failed', 'held', 'undeliverable') or (state = 'queued' and last_error is not null))`

export async function readUndelivered({ db }: OperatorContext): Promise<Undelivered> {
  const [counts, { rows }] = await Promise.all([
    sql<Omit<Undelivered, 'mails'>>`
      select count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'queued')::int as waiting, count(*) filter (where state = 'held')::int as held,
        count(*) filter (where state = 'undeliverable')::int as undeliverable
      from mail_outbox where ${UNDELIVERED}`.execute(db),
    sql<Row>`
      select m.id, m.kind, ${personOf('m.account_id')} as to,
        coalesce(m.recipient, (select email from account where id = m.account_id), m.facts ->> 'email', '') as email,
        m.state, m.attempts, m.last_error, m.created_at, m.next_at
      -- First what went wrong: what is held may be much.
      from mail_outbox m where ${UNDELIVERED}
      order by state in ('failed', 'undeliverable') desc, m.id desc limit ${SHOWN_MAX}`.execute(db),
  ])
  return {
    ...(counts.rows[0] ?? { failed: 0, waiting: 0, held: 0, undeliverable: 0 }),
    mails: rows.map((row) => ({
      ...row,
      id: Number(row.id),
      created_at: iso(row.created_at),
      next_at: isoOrNull(row.next_at),
    })),
  }
}

/** Skips mails that were sent since. A mail that fails again keeps its schedule, or is given up again. */
export function retryMails(
  { act }: OperatorContext,
  actor: Actor,
  { ids }: BodyOf<typeof retryRoute>,
): Promise<number> {
  return act(
    { ...actor, action: 'mail.retry', why: 'Tried again by hand' },
    async (tx) => {
      const { rows } = await sql`
        update mail_outbox set state = 'failed', next_at = now()
        where id = any(${ids}::bigint[]) and state in ('failed', 'undeliverable') returning id`.execute(tx)
      if (rows.length === 0) throw new Refusal('wrong_state', 'None of these mails is waiting to be sent.')
      return rows.length
    },
    (retried) => ({ details: { mails: ids, retried } }),
  )
}
