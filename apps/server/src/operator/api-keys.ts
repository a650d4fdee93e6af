import type { createApiKey as createRoute, listApiKeys as listRoute } from '@trefoil/contract/operator/api-keys'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { hashApiKey, makeApiKey } from '../secrets/api-key.ts'
import type { Actor, OperatorContext } from './context.ts'
import { iso, isoOrNull, personOf } from './shapes.ts'

type Keys = ReplyOf<typeof listRoute>['data']
type Row = Omit<Keys['keys'][number], 'created_at' | 'expires_at' | 'last_used_at'> & {
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

const SHOWN_MAX = 200
/** At a time, over all operators. */
const ACTIVE_MAX = 50

const IS_ACTIVE = sql`revoked_at is null and expires_at > now()`

export async function readApiKeys({ db }: OperatorContext): Promise<Keys> {
  const { rows } = await sql<Row>`
    select k.id, k.name, k.scopes, ${personOf('k.operator_id')} as operator, k.created_at, k.expires_at, k.last_used_at,
      case when k.revoked_at is not null or maker.role <> 'operator' then 'revoked'
        when k.expires_at <= now() then 'expired' else 'active' end as state
    from api_key k join account maker on maker.id = k.operator_id
    order by ${IS_ACTIVE} desc, k.id desc limit ${SHOWN_MAX}`.execute(db)
  return {
    keys: rows.map((row) => ({
      ...row,
      created_at: iso(row.created_at),
      expires_at: iso(row.expires_at),
      last_used_at: isoOrNull(row.last_used_at),
    })),
  }
}

export function createApiKey(
  { act }: OperatorContext,
  actor: Actor,
  { name, scopes, days, why }: BodyOf<typeof createRoute>,
): Promise<{ id: number; key: string }> {
  const key = makeApiKey()
  const wanted = [...new Set(scopes)].toSorted()
  return act(
    { ...actor, action: 'api_key.create', why },
    async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into api_key (name, key_hash, scopes, operator_id, expires_at)
        select ${name}, ${hashApiKey(key)}, ${wanted}, ${actor.operator}, now() + make_interval(days => ${days})
        where (select count(*) from api_key where ${IS_ACTIVE}) < ${ACTIVE_MAX} returning id`.execute(tx)
      const [made] = rows
      if (!made) throw new Refusal('wrong_state', `There are ${ACTIVE_MAX} active keys: revoke one first.`)
      return { id: made.id, key }
    },
    ({ id }) => ({ subject: String(id), details: { name, scopes: wanted, days } }),
  )
}

export const revokeApiKey = (
  { act }: OperatorContext,
  actor: Actor,
  { id, why }: { id: number; why: string },
): Promise<void> =>
  act({ ...actor, action: 'api_key.revoke', subject: String(id), why }, async (tx) => {
    const { rows } = await sql<{ active: boolean }>`
      select ${IS_ACTIVE} as active from api_key where id = ${id} for update`.execute(tx)
    if (!rows[0]) throw new Refusal('not_found', 'There is no such key.')
    if (!rows[0].active) throw new Refusal('wrong_state', 'This key has ended already.')
    await sql`update api_key set revoked_at = now() where id = ${id}`.execute(tx)
  })
