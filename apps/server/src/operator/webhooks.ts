import type { createWebhook as createRoute, listWebhooks } from '@trefoil/contract/operator/webhooks'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { makeWebhookSecret } from '../webhooks/sign.ts'
import { checkTarget } from '../webhooks/target.ts'
import type { Actor, OperatorContext } from './context.ts'
import { iso, isoOrNull, personOf } from './shapes.ts'

type Endpoints = ReplyOf<typeof listWebhooks>['data']
type Instants = 'created_at' | 'delivered_at' | 'failing_since' | 'former_until'
type Row = Omit<Endpoints['endpoints'][number], Instants> & {
  created_at: Date
  delivered_at: Date | null
  failing_since: Date | null
  former_until: Date | null
}

/** At a time. Each has requests of its own under way. */
const ENDPOINTS_MAX = 20
/** So long the receiver may take to learn the new secret. */
const FORMER_HOURS = 24

export async function readWebhooks({ db }: OperatorContext): Promise<Endpoints> {
  const counted = (state: string) => sql<number>`
    (select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.state = ${state})`
  const { rows } = await sql<Row>`
    select e.id, e.url, e.description, e.event_types, e.state, e.disabled_why, ${personOf('e.operator_id')} as operator,
      e.created_at, e.delivered_at, e.failing_since, case when e.former_until > now() then e.former_until end as former_until,
      ${counted('waiting')} as waiting, ${counted('failed')} as failed
    from webhook_endpoint e where e.state <> 'removed' order by e.id desc`.execute(db)
  return {
    endpoints: rows.map((row) => ({
      ...row,
      created_at: iso(row.created_at),
      delivered_at: isoOrNull(row.delivered_at),
      failing_since: isoOrNull(row.failing_since),
      former_until: isoOrNull(row.former_until),
    })),
  }
}

type Wanted = BodyOf<typeof createRoute>

export async function createWebhook(
  { act, keyring, settings }: OperatorContext,
  actor: Actor,
  { url, description, event_types, why }: Wanted,
): Promise<{ id: number; secret: string }> {
  const target = await checkTarget(url, { toLoopback: settings.webhooksToLoopback })
  const secret = makeWebhookSecret()
  const types = chosen(event_types)
  return act(
    { ...actor, action: 'webhook.create', why },
    async (tx) => {
      // One after the other, so that they are counted.
      await sql`lock table webhook_endpoint in share row exclusive mode`.execute(tx)
      const { rows } = await sql<{ id: number }>`
        insert into webhook_endpoint (url, description, event_types, secret_box, journal_id, clearing, operator_id)
        select ${target.url.href}, ${description}, ${types}, ${keyring.seal('webhook secret', secret)},
          (select coalesce(max(id), 0) from journal), (select coalesce(max(clearing), 0) from deposit), ${actor.operator}
        where (select count(*) from webhook_endpoint where state <> 'removed') < ${ENDPOINTS_MAX} returning id`.execute(
        tx,
      )
      const [made] = rows
      if (!made) throw new Refusal('wrong_state', `There are ${ENDPOINTS_MAX} endpoints: remove one first.`)
      return { id: made.id, secret }
    },
    ({ id }) => ({ subject: String(id), details: { url: target.url.href, description, event_types: types } }),
  )
}

const chosen = (types: Wanted['event_types']): string[] => [...new Set(types)].toSorted()

export async function changeWebhook(
  { act, settings }: OperatorContext,
  actor: Actor,
  { id, url, description, event_types, why }: Wanted & { id: number },
): Promise<void> {
  const target = await checkTarget(url, { toLoopback: settings.webhooksToLoopback })
  const types = chosen(event_types)
  const details = { url: target.url.href, description, event_types: types }
  await act({ ...actor, action: 'webhook.change', subject: String(id), why, details }, async (tx) => {
    await lockEndpoint(tx, id)
    await sql`
      update webhook_endpoint set url = ${target.url.href}, description = ${description}, event_types = ${types}
      where id = ${id}`.execute(tx)
  })
}

type Chosen = { id: number; why: string }

export const rotateWebhook = (
  { act, keyring }: OperatorContext,
  actor: Actor,
  { id, why }: Chosen,
): Promise<{ id: number; secret: string }> =>
  act({ ...actor, action: 'webhook.rotate', subject: String(id), why }, async (tx) => {
    await lockEndpoint(tx, id)
    const secret = makeWebhookSecret()
    await sql`
      update webhook_endpoint set former_box = secret_box, former_until = now() + make_interval(hours => ${FORMER_HOURS}),
        secret_box = ${keyring.seal('webhook secret', secret)} where id = ${id}`.execute(tx)
    return { id, secret }
  })

export const disableWebhook = ({ act }: OperatorContext, actor: Actor, { id, why }: Chosen): Promise<void> =>
  act({ ...actor, action: 'webhook.disable', subject: String(id), why }, async (tx) => {
    if ((await lockEndpoint(tx, id)) === 'disabled') throw new Refusal('wrong_state', 'It is disabled already.')
    await sql`update webhook_endpoint set state = 'disabled', disabled_why = 'operator' where id = ${id}`.execute(tx)
  })

/** Begins where it stopped, or forgets what happened and what waited meanwhile. */
export const enableWebhook = (
  { act }: OperatorContext,
  actor: Actor,
  { id, why, catch_up }: Chosen & { catch_up: boolean },
): Promise<void> =>
  act({ ...actor, action: 'webhook.enable', subject: String(id), why, details: { catch_up } }, async (tx) => {
    if ((await lockEndpoint(tx, id)) === 'enabled') throw new Refusal('wrong_state', 'It is enabled already.')
    await sql`
      update webhook_endpoint set state = 'enabled', disabled_why = null, failing_since = null, notified_at = null
      where id = ${id}`.execute(tx)
    if (catch_up) return
    await sql`
      update webhook_endpoint set journal_id = (select coalesce(max(id), 0) from journal),
        clearing = (select coalesce(max(clearing), 0) from deposit) where id = ${id}`.execute(tx)
    await sql`
      update webhook_delivery set state = 'failed', next_at = null, ended_at = now()
      where endpoint_id = ${id} and state = 'waiting'`.execute(tx)
  })

/** What it was sent is deleted later: it may be much. */
export const removeWebhook = ({ act }: OperatorContext, actor: Actor, { id, why }: Chosen): Promise<void> =>
  act({ ...actor, action: 'webhook.remove', subject: String(id), why }, async (tx) => {
    await lockEndpoint(tx, id)
    await sql`
      update webhook_endpoint set state = 'removed', disabled_why = null, secret_box = null, former_box = null,
        former_until = null where id = ${id}`.execute(tx)
  })

export async function lockEndpoint(tx: Tx, id: number): Promise<'enabled' | 'disabled'> {
  const { rows } = await sql<{ state: 'enabled' | 'disabled' }>`
    select state from webhook_endpoint where id = ${id} and state <> 'removed' for no key update`.execute(tx)
  if (!rows[0]) throw new Refusal('not_found', 'There is no such endpoint.')
  return rows[0].state
}
