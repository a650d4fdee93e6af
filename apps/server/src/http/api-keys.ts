import type { Route } from '@trefoil/contract/route'
import type pg from 'pg'
import { API_KEY_PREFIX, hashApiKey } from '../secrets/api-key.ts'

export const apiKeyIn = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith(`Bearer ${API_KEY_PREFIX}`) ? authorization.slice('Bearer '.length) : undefined

const KEY = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`)

/** The part of the console that a route reads. Undefined: not for programs. */
export const scopeOf = ({ method, access, path }: Pick<Route, 'method' | 'access' | 'path'>): string | undefined =>
  method === 'GET' && access === 'console' ? path.split('/')[2] : undefined

/** As long as the operator who made it is one, with a second factor. */
const FIND = `
  with key as (
    select k.id, k.name, k.scopes, account.id as "accountId" from api_key k join account on account.id = k.operator_id
    where k.key_hash = $1 and k.revoked_at is null and k.expires_at > now() and account.role = 'operator' and second_factor
  ), used as (
    update api_key set last_used_at = now() from key
    where api_key.id = key.id and (last_used_at is null or last_used_at < now() - interval '1 minute')
  )
  select * from key`

export type ApiKey = { id: number; name: string; scopes: string[]; accountId: number }

export async function findApiKey(pool: pg.Pool, key: string): Promise<ApiKey | undefined> {
  if (!KEY.test(key)) return undefined
  const { rows } = await pool.query<ApiKey>({ name: 'api key', text: FIND, values: [hashApiKey(key)] })
  return rows[0]
}
