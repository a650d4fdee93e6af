import type { listDeliveries, readDelivery as readRoute } from '@trefoil/contract/operator/webhooks'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import type { Reader } from '../db/database.ts'
import { describeEvent } from '../webhooks/describe-event.ts'
import type { Actor, OperatorContext } from './context.ts'
import { iso, isoOrNull } from './shapes.ts'
import { lockEndpoint } from './webhooks.ts'

type List = ReplyOf<typeof listDeliveries>['data']
type Delivery = List['deliveries'][number]
type Row = Omit<Delivery, 'id' | 'journal' | 'created_at' | 'next_at' | 'ended_at'> & {
  id: string
  journal_id: string | null
  created_at: Date
  next_at: Date | null
  ended_at: Date | null
}

const TRIES_MAX = 50
/** As long as deliveries are kept. */
const REPLAYED_DAYS_MAX = 30

const DELIVERY = sql`
  select d.id, d.type, d.journal_id, d.state, d.attempts, d.created_at, d.next_at, d.ended_at, last.status, last.problem
  from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.state <> 'removed'
  left join lateral (
    select status, problem from webhook_attempt where delivery_id = d.id order by id desc limit 1) as last on true`

const deliveryFrom = ({ journal_id, ...row }: Row): Delivery => ({
  ...row,
  id: Number(row.id),
  journal: journal_id === null ? null : Number(journal_id),
  created_at: iso(row.created_at),
  next_at: isoOrNull(row.next_at),
  ended_at: isoOrNull(row.ended_at),
})

export async function readDeliveries(
  { db, keyring }: OperatorContext,
  { id, ...query }: QueryOf<typeof listDeliveries> & { id: number },
): Promise<List> {
  const { state } = query
  const known = await sql`select from webhook_endpoint where id = ${id} and state <> 'removed'`.execute(db)
  if (known.rows.length === 0) throw new Refusal('not_found', 'There is no such endpoint.')
  const { rows, next_cursor } = await readPage<Row>(
    consoleHistory(keyring, `deliveries ${id} ${state ?? 'all'}`),
    query,
    {
      sources: [
        ({ after, limit }) =>
          sql<Row>`${DELIVERY} where d.endpoint_id = ${id} and ${olderThan('d.id', after)}
            ${state ? sql`and d.state = ${state}` : sql``} order by d.id desc limit ${limit}`.execute(db),
      ],
      positionOf: (row) => row.id,
    },
  )
  return { deliveries: rows.map(deliveryFrom), next_cursor }
}

export async function readDelivery({ db }: OperatorContext, id: number): Promise<ReplyOf<typeof readRoute>['data']> {
  const { rows } = await sql<Row>`${DELIVERY} where d.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found', 'There is no such delivery.')
  const described = await describeEvent(db, row)
  const tries = await sql<{
    at: Date
    duration_ms: number
    status: number | null
    problem: string | null
    answer: string | null
  }>`
    select at, duration_ms, status, problem, answer from webhook_attempt where delivery_id = ${id}
    order by id desc limit ${TRIES_MAX}`.execute(db)
  return {
    delivery: deliveryFrom(row),
    message: described?.id ?? null,
    body: described?.body ?? null,
    tries: tries.rows.map((one) => ({ ...one, at: iso(one.at) })),
  }
}

type Chosen = { id: number; why: string }

export const testWebhook = ({ act }: OperatorContext, actor: Actor, { id, why }: Chosen): Promise<void> =>
  act({ ...actor, action: 'webhook.test', subject: String(id), why }, async (tx) => {
    if ((await lockEndpoint(tx, id)) !== 'enabled') throw disabled()
    await sql`insert into webhook_delivery (endpoint_id, type) values (${id}, 'webhook.test')`.execute(tx)
  })

const disabled = () => new Refusal('wrong_state', 'It is disabled: enable it first.')

/** Its attempts begin anew. */
export const replayDelivery = ({ act }: OperatorContext, actor: Actor, { id, why }: Chosen): Promise<number> =>
  act(
    { ...actor, action: 'webhook.replay', why },
    async (tx) => {
      const { rows } = await sql<{ endpoint: number }>`
        select endpoint_id as endpoint from webhook_delivery where id = ${id}`.execute(tx)
      if (!rows[0]) throw new Refusal('not_found', 'There is no such delivery.')
      if ((await lockEndpoint(tx, rows[0].endpoint)) !== 'enabled') throw disabled()
      await sql`
        update webhook_delivery set state = 'waiting', attempts = 0, next_at = now(), ended_at = null
        where id = ${id}`.execute(tx)
      return rows[0].endpoint
    },
    (endpoint) => ({ subject: String(endpoint), details: { delivery: id } }),
  )

/** Sets the endpoint's progress back: the events are then found and sent as if they had just happened. */
export async function replayWebhook(
  { db, act }: OperatorContext,
  actor: Actor,
  { id, since, why }: Chosen & { since: string },
): Promise<void> {
  const from = new Date(since)
  const earliest = Date.now() - REPLAYED_DAYS_MAX * 86_400_000
  if (from.getTime() < earliest || from.getTime() > Date.now())
    throw new Refusal('invalid_request', `Choose a moment of the last ${REPLAYED_DAYS_MAX} days.`)
  const journal = await lastBefore(db, from)
  await act({ ...actor, action: 'webhook.replay', subject: String(id), why, details: { since } }, async (tx) => {
    if ((await lockEndpoint(tx, id)) !== 'enabled') throw disabled()
    await sql`
      update webhook_endpoint set journal_id = least(journal_id, ${journal}),
        clearing = least(clearing, (select coalesce(max(clearing), 0) from deposit where cleared_at < ${from}))
      where id = ${id}`.execute(tx)
  })
}

/** Journals are numbered in the order of their times, which have no index: halving finds the place in a few steps. */
async function lastBefore(db: Reader, moment: Date): Promise<bigint> {
  const { rows } = await sql<{ newest: string }>`select coalesce(max(id), 0) as newest from journal`.execute(db)
  let [before, after] = [0n, BigInt(rows[0]?.newest ?? 0) + 1n]
  while (after - before > 1n) {
    const middle = (before + after) / 2n
    const found = await sql<{ id: string; earlier: boolean }>`
      select id, created_at < ${moment} as earlier from journal where id >= ${middle} order by id limit 1`.execute(db)
    const [journal] = found.rows
    if (journal?.earlier) before = BigInt(journal.id)
    else after = middle
  }
  return before
}
