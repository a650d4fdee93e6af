import type { listSessions, reportActivity } from '@trefoil/contract/sessions'
import type { ReplyOf } from '@trefoil/contract/route'
import type { SecondFactor } from '@trefoil/contract/shapes'
import { noSession } from '@trefoil/core/identity/no-session'
import { maskAddress } from '@trefoil/core/identity/subnet'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { IDLE_TIME } from '../db/session-times.ts'
import type { Caller } from '../http/guard.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { endSessions } from '../members/end-sessions.ts'
import { lockAccountAlone } from '../members/lock-account.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { AuthContext } from './context.ts'

const SESSIONS_SHOWN = 100

/** Those that could still be used. */
export async function readOwnSessions(
  { db }: AuthContext,
  { accountId, sessionId }: Caller,
): Promise<ReplyOf<typeof listSessions>['data']['sessions']> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'device', 'session.created_at', 'active_at'])
    .select(sql<string | null>`host(address)`.as('address'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('active_at', '>', sql<Date>`now() - ${sql.raw(IDLE_TIME)}`)
    .orderBy(sql`session.id = ${sessionId}`, 'desc')
    .orderBy('active_at', 'desc')
    .limit(SESSIONS_SHOWN)
    .execute()
  return rows.map(({ id, device, address, created_at, active_at }) => ({
    id,
    device: device ?? 'Unknown browser',
    network: address === null ? null : (maskAddress(address) ?? null),
    signed_in_at: created_at.toISOString(),
    last_used_at: active_at.toISOString(),
    current: id === sessionId,
  }))
}

type Ending = Caller & { origin: Origin }

export async function endOwnSession({ db, keyring }: AuthContext, caller: Ending, id: string): Promise<void> {
  const { accountId, origin } = caller
  await db.transaction().execute(async (tx) => {
    await lockAccountAlone(tx, accountId)
    const ended = await endSessions(tx, { accountId, sessionId: id }, 'ended by its owner')
    if (ended === 0) throw new Refusal('not_found', 'There is no such session, or it has ended already.')
    await recordAuthEvent(tx, { accountId, kind: 'session_ended' }, { keyring, ...origin })
  })
}

export async function endOtherSessions({ db, keyring }: AuthContext, caller: Ending): Promise<number> {
  const { accountId, sessionId, origin } = caller
  return db.transaction().execute(async (tx) => {
    await lockAccountAlone(tx, accountId)
    const ended = await endSessions(tx, { accountId, except: sessionId }, 'ended by its owner')
    if (ended > 0) await recordAuthEvent(tx, { accountId, kind: 'other_sessions_ended' }, { keyring, ...origin })
    return ended
  })
}

/** Returns how long the session still lasts. One that has ended meanwhile stays ended. */
export async function keepActive(
  { db }: AuthContext,
  { sessionId }: Caller,
): Promise<ReplyOf<typeof reportActivity>['data']> {
  const { rows } = await sql<ReplyOf<typeof reportActivity>['data']>`
    update session set active_at = now() from account
    where session.id = ${sessionId} and account.id = session.account_id and ended_at is null
    returning extract(epoch from ${sql.raw(IDLE_TIME)})::float as idle_seconds,
      extract(epoch from expires_at - now())::float as whole_seconds`.execute(db)
  if (!rows[0]) throw noSession()
  return rows[0]
}

/** What an operator does next needs no further code for some minutes. */
export async function stepUp(
  context: AuthContext,
  { accountId, sessionId, origin }: Ending,
  proof: SecondFactor,
): Promise<void> {
  if (!(await demandSecondFactor(context, { accountId, sessionId }, proof, { origin })))
    throw new Refusal('two_factor_state', 'This account has no second factor.', { name: 'no_second_factor' })
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('session')
      .set({ second_factor_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .execute()
    await recordAuthEvent(tx, { accountId, kind: 'step_up' }, { keyring: context.keyring, ...origin })
  })
}
