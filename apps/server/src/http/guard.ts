import { Refusal } from '@trefoil/core/refusal'
import type { Access } from '@trefoil/contract/route'
import type { Role } from '@trefoil/contract/shapes'
import type pg from 'pg'
import { createBatchLoader } from '../db/batch-loader.ts'
import type { AccessTokens } from './access-token.ts'

/** The caller, according to the database at this moment. */
export type Caller = {
  accountId: number
  sessionId: string
  role: Role
  twoFactor: boolean
  /** In this session, not in another one. */
  showedSecondFactor: boolean
  passcodeHandedOut: boolean
}

export type Guard = (access: Exclude<Access, 'public'>, authorization: string | undefined) => Promise<Caller>

export function makeGuard(pool: pg.Pool, tokens: AccessTokens): Guard {
  const findSession = createBatchLoader((ids) => findSessions(pool, ids))

  return async (access, authorization) => {
    const sessionId = authorization?.startsWith('Bearer ') ? tokens.read(authorization.slice(7)) : undefined
    const caller = sessionId && (await findSession(sessionId))
    if (!caller) throw new Refusal('no_session', 'Please login to continue.')
    refuseOutsiders(access, caller)
    return caller
  }
}

function refuseOutsiders(access: Exclude<Access, 'public'>, caller: Caller): void {
  const { role } = caller
  if (access === 'signed-in' || (access === 'member' && role === 'member')) return
  const allowed = role === 'operator' || (role === 'auditor' && access === 'console')
  if (access === 'member' || !allowed) throw new Refusal('forbidden', 'Your account may not do this.')
  if (!caller.twoFactor) throw new Refusal('forbidden', 'Set up two-factor authentication first.')
  if (!caller.showedSecondFactor)
    throw new Refusal('forbidden', 'Sign in again with a code of your authenticator app: this session has shown none.')
  if (caller.passcodeHandedOut) throw new Refusal('forbidden', 'Change the passcode that you were given first.')
}

/** Not cached, so that a logout takes effect at once. Concurrent requests share one query, so it costs little. */
async function findSessions(pool: pg.Pool, ids: string[]): Promise<Map<string, Caller>> {
  const { rows } = await pool.query<Caller>({
    name: 'sessions',
    text: `select session.id as "sessionId", account.id as "accountId", role, totp_enabled_at is not null as "twoFactor",
        second_factor_at is not null as "showedSecondFactor", passcode_handed_out as "passcodeHandedOut"
      from session join account on account.id = session.account_id
      where session.id = any($1::uuid[]) and ended_at is null and expires_at > now() and role <> 'former'`,
    values: [ids],
  })
  return new Map(rows.map((caller) => [caller.sessionId, caller]))
}
