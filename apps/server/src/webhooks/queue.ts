import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { mailOperators } from '../members/mail-operators.ts'
import type { Event } from './describe-event.ts'
import type { Outcome } from './send.ts'

/** Longer than an attempt may take. If the process dies meanwhile, another one sends it again afterwards. */
const LEASE_SECONDS = 60

const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** After the first attempt, the second and so on: 28 hours in all, as Standard Webhooks has it. */
const RETRY_SECONDS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
/** So that what failed together does not come back together. */
const JITTER = 0.1
/** Until then, it would be sent all that it missed. */
const DISABLED_AFTER_DAYS = 5

const GONE = 410

type Endpoint = { endpoint_id: number; url: string; secret_box: Buffer; former_box: Buffer | null }
/** As it was taken. If another process takes it later, `attempts` is higher. */
export type Taken = Event & Endpoint & { attempts: number }

export async function dueEndpoints(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from webhook_endpoint e where e.state = 'enabled' and exists (
      select from webhook_delivery where endpoint_id = e.id and state = 'waiting' and next_at <= now())`.execute(db)
  return rows.map(({ id }) => id)
}

/** The lease keeps other processes away without a lock, however slow the receiver is. */
export async function takeDeliveries(db: Database, endpoint: number, max: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with due as (
      select id from webhook_delivery where endpoint_id = ${endpoint} and state = 'waiting' and next_at <= now()
      order by next_at, id limit ${max} for update skip locked
    )
    update webhook_delivery d set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due, webhook_endpoint e where d.id = due.id and e.id = d.endpoint_id and e.state = 'enabled'
    returning d.id, d.endpoint_id, d.journal_id, d.type, d.created_at, d.attempts, e.url, e.secret_box,
      case when e.former_until > now() then e.former_box end as former_box`.execute(db)
  return rows
}

const isStillOurs = ({ id, attempts }: Pick<Taken, 'id' | 'attempts'>) =>
  sql`id = ${id} and attempts = ${attempts} and state = 'waiting'`

/** The next process need not wait for our lease to end. */
export const giveBack = (db: Database, taken: Taken) =>
  sql`update webhook_delivery set attempts = attempts - 1, next_at = now() where ${isStillOurs(taken)}`.execute(db)

export const isAccepted = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

/** From 0 to 1. */
const fraction = (): number => randomInt(1000) / 1000

/**
 * What became of an attempt, of the delivery and of the endpoint, in one transaction. The endpoint is locked before its
 * deliveries, here and in the console.
 */
export const noteOutcome = (db: Database, taken: Taken, outcome: Outcome, random = fraction): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`
      insert into webhook_attempt (delivery_id, at, duration_ms, status, problem, answer)
      values (${taken.id}, ${outcome.startedAt}, ${outcome.durationMs}, ${outcome.status}, ${outcome.problem},
        ${outcome.answer})`.execute(tx)
    await (isAccepted(outcome) ? noteAccepted(tx, taken) : noteRefused(tx, taken, outcome, random))
  })

async function noteAccepted(tx: Tx, taken: Taken): Promise<void> {
  await sql`
    update webhook_endpoint set delivered_at = now(), failing_since = null, notified_at = null where id = ${taken.endpoint_id}
      and (failing_since is not null or delivered_at is null or delivered_at < now() - interval '1 minute')`.execute(tx)
  await sql`
    update webhook_delivery set state = 'delivered', next_at = null, ended_at = now()
    where ${isStillOurs(taken)}`.execute(tx)
}

async function noteRefused(tx: Tx, taken: Taken, { status }: Outcome, random: () => number): Promise<void> {
  const { rows } = await sql<Failing>`
    update webhook_endpoint set failing_since = coalesce(failing_since, now()) where id = ${taken.endpoint_id}
    returning id, description, state = 'enabled' as enabled, notified_at is not null as notified,
      failing_since < now() - make_interval(days => ${DISABLED_AFTER_DAYS}) as long`.execute(tx)
  const [endpoint] = rows
  const pause = status === GONE ? undefined : RETRY_SECONDS[taken.attempts - 1]
  const seconds = pause === undefined ? null : pause * (1 + JITTER * (2 * random() - 1))
  await sql`
    update webhook_delivery set state = case when ${seconds}::float8 is null then 'failed' else 'waiting' end,
      next_at = now() + make_interval(secs => ${seconds}::float8),
      ended_at = case when ${seconds}::float8 is null then now() end
    where ${isStillOurs(taken)}`.execute(tx)
  if (!endpoint?.enabled) return
  if (status === GONE) return disable(tx, endpoint, 'gone')
  // Each event has its 28 hours first: an endpoint may have heard nothing for days, and this be its first failure since.
  if (pause !== undefined) return
  if (endpoint.long) await disable(tx, endpoint, 'failing')
  else if (!endpoint.notified) await notifyOperators(tx, endpoint)
}

type Failing = { id: number; description: string; enabled: boolean; notified: boolean; long: boolean }

const WHY = {
  gone: 'answered that it is gone (410)',
  failing: `has accepted nothing for ${DISABLED_AFTER_DAYS} days`,
}

async function disable(tx: Tx, { id, description }: Failing, why: 'gone' | 'failing'): Promise<void> {
  await sql`update webhook_endpoint set state = 'disabled', disabled_why = ${why} where id = ${id}`.execute(tx)
  const sentence = `The webhook endpoint "${description}" ${WHY[why]}: it is disabled, and nothing is sent to it`
  await mailOperators(tx, { kind: 'alarm', facts: { sentence } })
}

/** Once, until it has accepted something again. */
async function notifyOperators(tx: Tx, { id, description }: Failing): Promise<void> {
  await sql`update webhook_endpoint set notified_at = now() where id = ${id}`.execute(tx)
  const sentence = `The webhook endpoint "${description}" did not accept an event for 28 hours: it is not tried again`
  await mailOperators(tx, { kind: 'alarm', facts: { sentence } })
}
