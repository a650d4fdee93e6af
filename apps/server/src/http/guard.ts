import { noSession } from '@trefoil/core/identity/no-session'
import { Recent } from '@trefoil/core/recent'
import { Refusal } from '@trefoil/core/refusal'
import type { Access } from '@trefoil/contract/route'
import type { Role } from '@trefoil/contract/shapes'
import type pg from 'pg'
import { createBatchLoader } from '../db/batch-loader.ts'
import { IS_OPEN } from '../db/session-times.ts'
import type { AccessTokens } from './access-token.ts'
import { apiKeyIn, findApiKey, type ApiKey } from './api-keys.ts'

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
  /** A program, with a key of this account. */
  apiKey?: Pick<ApiKey, 'id' | 'name' | 'scopes'>
}

/** Whose session the token names. Whether it is still open, the ledger finds out when it is asked. */
export type Claimant = Pick<Caller, 'accountId' | 'sessionId'> & {
  /** For what happens before that. */
  admit(): Promise<Caller>
}

type Guarded = Exclude<Access, 'public' | 'optional'>

export type Guard = {
  /** `scope`: what a key has to be for. Undefined: none will do. */
  admit(access: Guarded, authorization: string | undefined, scope?: string): Promise<Caller>
  /** A member. */
  claim(authorization: string | undefined): Promise<Claimant>
}

const OWNERS_MAX = 50_000

export function makeGuard(pool: pg.Pool, tokens: AccessTokens): Guard {
  const findSession = createBatchLoader((ids) => findSessions(pool, ids))
  // A session never changes hands.
  const owners = new Recent<string, number>(OWNERS_MAX)

  function sessionOf(authorization: string | undefined): string {
    const sessionId = authorization?.startsWith('Bearer ') ? tokens.read(authorization.slice(7)) : undefined
    if (sessionId === undefined) throw noSession()
    return sessionId
  }

  async function admit(access: Guarded, sessionId: string): Promise<Caller> {
    const caller = await findSession(sessionId)
    if (!caller) throw noSession()
    refuseOutsiders(access, caller)
    if (caller.role === 'member') owners.set(sessionId, caller.accountId)
    return caller
  }

  return {
    async admit(access, authorization, scope) {
      const key = apiKeyIn(authorization)
      if (key === undefined) return admit(access, sessionOf(authorization))
      // Not for programs, whichever key it is: the database need not be asked.
      if (scope === undefined) throw notForPrograms()
      return programWith(await findApiKey(pool, key), scope)
    },
    async claim(authorization) {
      const sessionId = sessionOf(authorization)
      const accountId = owners.get(sessionId) ?? (await admit('member', sessionId)).accountId
      return { accountId, sessionId, admit: () => admit('member', sessionId) }
    },
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

/** Reads like an auditor, and only what its scopes name. */
function programWith(key: ApiKey | undefined, scope: string): Caller {
  if (!key) throw noSession()
  if (!key.scopes.includes(scope)) throw notForPrograms()
  return {
    accountId: key.accountId,
    sessionId: NO_SESSION,
    role: 'auditor',
    twoFactor: true,
    showedSecondFactor: true,
    showedItLately: false,
    passcodeHandedOut: false,
    apiKey: { id: key.id, name: key.name, scopes: key.scopes },
  }
}

const notForPrograms = () => new Refusal('forbidden', 'This API key may not do this.')

/** Whatever asks for a session finds that this one is not open. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** Not cached, so that a logout takes effect at once. Concurrent requests share one query, so it costs little. */
async function findSessions(pool: pg.Pool, ids: string[]): Promise<Map<string, Caller>> {
  const { rows } = await pool.query<Caller>({
    name: 'sessions',
    text: `select session.id as "sessionId", account.id as "accountId", role, second_factor as "twoFactor",
        second_factor_at is not null as "showedSecondFactor",
        coalesce(second_factor_at > now() - interval '${STEP_UP_MINUTES} minutes', false) as "showedItLately",
        passcode_handed_out as "passcodeHandedOut"
      from session join account on account.id = session.account_id
      where session.id = any($1::uuid[]) and ${IS_OPEN}`,
    values: [ids],
  })
  return new Map(rows.map((caller) => [caller.sessionId, caller]))
}
