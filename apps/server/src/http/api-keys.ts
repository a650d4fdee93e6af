import { noSession } from '@trefoil/core/identity/no-session'
import { Refusal } from '@trefoil/core/refusal'
import type { Route } from '@trefoil/contract/route'
import type pg from 'pg'
import { API_KEY_PREFIX, hashApiKey } from '../secrets/api-key.ts'
import type { Caller } from './guard.ts'

export const apiKeyIn = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith(`Bearer ${API_KEY_PREFIX}`) ? authorization.slice('Bearer '.length) : undefined

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

type Found = { id: number; name: string; scopes: string[]; accountId: number }

/** Reads like an auditor, and only what its scopes name. */
export async function admitApiKey(pool: pg.Pool, key: string, scope: string | undefined): Promise<Caller> {
  const { rows } = await pool.query<Found>({ name: 'api key', text: FIND, values: [hashApiKey(key)] })
  const [found] = rows
  if (!found) throw noSession()
  if (scope === undefined || !found.scopes.includes(scope))
    throw new Refusal('forbidden', 'This API key may not do this.')
  return {
    accountId: found.accountId,
    // None: what asks for a session finds that this one is not open.
    sessionId: '00000000-0000-0000-0000-000000000000',
    role: 'auditor',
    twoFactor: true,
    showedSecondFactor: true,
    showedItLately: false,
    passcodeHandedOut: false,
    apiKey: { id: found.id, name: found.name },
  }
}
