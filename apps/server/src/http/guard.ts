import { Refusal } from '@trefoil/core/refusal'
import type { Access } from '@trefoil/contract/route'
import type { Role } from '@trefoil/contract/shapes'
import type pg from 'pg'
import { createBatchLoader } from '../db/batch-loader.ts'
import { IDLE_TIME } from '../db/session-times.ts'
import type { AccessTokens } from './access-token.ts'

/** How long a second factor counts for an operator's actions. */
const STEP_UP_MINUTES = 5

/** The caller, according to the database at this moment. */
export type Caller = {
  accountId: number
  sessionId: string
  role: Role
  twoFactor: boolean
  /** In this session, not in another one. */
  showedSecondFactor: boolean
  /** Within the last minutes, as what moves money or power needs it. */
  showedItLately: boolean
  passcodeHandedOut: boolean
}

type Guarded = Exclude<Access, 'public' | 'optional'>

export type Guard = (access: Guarded, authorization: string | undefined) => Promise<Caller>

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

function refuseOutsiders(access: Guarded, caller: Caller): void {
  const { role } = caller
  if (access === 'signed-in' || (access === 'member' && role === 'member')) return
  const allowed = role === 'operator' || (role === 'auditor' && access === 'console')
  if (access === 'member' || !allowed) throw new Refusal('forbidden', 'Your account may not do this.')
  if (!caller.twoFactor) throw new Refusal('forbidden', 'Set up two-factor authentication first.')
  if (!caller.showedSecondFactor)
    throw new Refusal('forbidden', 'Sign in again with your second factor: this session has shown none.')
  if (caller.passcodeHandedOut) throw new Refusal('forbidden', 'Change the passcode that you were given first.')
  if (access === 'operator' && !caller.showedItLately)
    throw new Refusal('step_up_required', 'Show your second factor again to continue.')
}

/** Not cached, so that a logout takes effect at once. Concurrent requests share one query, so it costs little. */
async function findSessions(pool: pg.Pool, ids: string[]): Promise<Map<string, Caller>> {
  const { rows } = await pool.query<Caller>({
    name: 'sessions',
    text: `select session.id as "sessionId", account.id as "accountId", role, second_factor as "twoFactor",
        second_factor_at is not null as "showedSecondFactor",
        coalesce(second_factor_at > now() - interval '${STEP_UP_MINUTES} minutes', false) as "showedItLately",
        passcode_handed_out as "passcodeHandedOut"
      from session join account on account.id = session.account_id
      where session.id = any($1::uuid[]) and ended_at is null and expires_at > now() and role <> 'former'
        and active_at > now() - ${IDLE_TIME}`,
    values: [ids],
  })
  return new Map(rows.map((caller) => [caller.sessionId, caller]))
}
