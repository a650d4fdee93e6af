import { randomBytes, randomUUID } from 'node:crypto'
import { describeDevice } from '@trefoil/core/identity/device'
import { sql } from 'kysely'
import type { AccountRole } from '@trefoil/contract/shapes'
import type { Reader, Tx } from '../db/database.ts'
import { IDLE_TIME, WHOLE_TIME } from '../db/session-times.ts'
import type { Spoken } from '../http/spoken.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { endSessions } from '../members/end-sessions.ts'
import { lockAccountAlone } from '../members/lock-account.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { rememberLanguage } from './language.ts'

/** Two tabs may refresh with the same token within this time. */
const GRACE_SECONDS = 10

export type OpenSession = { sessionId: string; refreshToken: string }

/**
 * A refresh token is `session.generation.mac`. Only the newest generation is valid; each use makes the next one. The
 * mac needs both the row's seed and the installation's secret, so neither a stolen database nor a leaked key can forge
 * one.
 */
export async function openSession(
  tx: Tx,
  keyring: Keyring,
  owner: { accountId: number; role: AccountRole; secondFactor: boolean; spoken: Spoken } & Origin,
) {
  const id = randomUUID()
  const seed = randomBytes(16)
  const device = describeDevice(owner.agent)
  await tx
    .insertInto('session')
    .values({
      id,
      account_id: owner.accountId,
      seed,
      token_version: newestVersion(keyring),
      expires_at: sql`now() + (select ${sql.raw(WHOLE_TIME)} from account where id = ${owner.accountId})`,
      address: owner.address,
      device,
      second_factor_at: owner.secondFactor ? sql<Date>`now()` : null,
    })
    .execute()
  const { accountId, address, agent } = owner
  await rememberLanguage(tx, accountId, owner.spoken)
  if (await isNewDevice(tx, { id, accountId, device }))
    await enqueueMail(tx, accountId, { kind: 'new device', facts: { device, address } })
  const kind = owner.role === 'member' ? 'sign_in' : 'console_sign_in'
  await recordAuthEvent(tx, { accountId, kind }, { keyring, address, agent })
  return { sessionId: id, refreshToken: tokenFor(keyring, { id, seed, generation: 0 }) } satisfies OpenSession
}

/** Whether this kind of browser is new to the account. The account's first one does not count. */
async function isNewDevice(
  tx: Tx,
  { id, accountId, device }: { id: string; accountId: number; device: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean | null }>`
    select not bool_or(device is not distinct from ${device}) as is_new
    from session where account_id = ${accountId} and id <> ${id}`.execute(tx)
  return rows[0]?.is_new ?? false
}

/** The same session with its next refresh token, or undefined. An old token ends the whole family. */
export async function refreshSession(
  tx: Tx,
  keyring: Keyring,
  { token, origin }: { token: string; origin: Origin },
): Promise<OpenSession | undefined> {
  const claimed = parseToken(token)
  if (!claimed) return undefined
  const session = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'account_id', 'seed', 'generation', 'role'])
    .select(sql<boolean>`rotated_at > now() - make_interval(secs => ${GRACE_SECONDS})`.as('just_rotated'))
    .where('session.id', '=', claimed.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('active_at', '>', sql<Date>`now() - ${sql.raw(IDLE_TIME)}`)
    .forUpdate('session')
    .executeTakeFirst()
  if (!session || !isToken(keyring, { ...session, generation: claimed.generation }, claimed.mac)) return undefined

  if (claimed.generation === session.generation) {
    const generation = session.generation + 1
    await tx
      .updateTable('session')
      // The console polls, and so refreshes when nobody is there.
      .set({
        generation,
        rotated_at: sql`now()`,
        token_version: newestVersion(keyring),
        ...(session.role === 'member' && { active_at: sql`now()` }),
      })
      .where('id', '=', session.id)
      .execute()
    return { sessionId: session.id, refreshToken: tokenFor(keyring, { ...session, generation }) }
  }
  // Another tab was faster, or our reply was lost: return the same successor.
  if (claimed.generation === session.generation - 1 && session.just_rotated)
    return { sessionId: session.id, refreshToken: tokenFor(keyring, session) }
  await endSessions(tx, { sessionId: session.id }, 'refresh token reused')
  const accountId = session.account_id
  await recordAuthEvent(tx, { accountId, kind: 'refresh_token_reused' }, { keyring, ...origin })
  return undefined
}

export async function signOut(tx: Tx, keyring: Keyring, { accountId, sessionId, origin }: SignOut): Promise<void> {
  await lockAccountAlone(tx, accountId)
  await endSessions(tx, { sessionId }, 'logout')
  await recordAuthEvent(tx, { accountId, kind: 'sign_out' }, { keyring, ...origin })
}

type SignOut = { accountId: number; sessionId: string; origin: Origin }

/** The one whose cookie a new session's replaces: its owner could not end it any more. */
export async function endReplacedSession(db: Reader, keyring: Keyring, token: string | undefined): Promise<void> {
  const claimed = token === undefined ? undefined : parseToken(token)
  if (!claimed) return
  const session = await db.selectFrom('session').select(['id', 'seed']).where('id', '=', claimed.id).executeTakeFirst()
  if (session && isToken(keyring, { ...session, generation: claimed.generation }, claimed.mac))
    await endSessions(db, { sessionId: session.id }, 'signed in again')
}

type Stamp = { id: string; seed: Buffer; generation: number }

function tokenFor(keyring: Keyring, { id, seed, generation }: Stamp): string {
  const mac = keyring.mac('refresh token', stamped({ id, seed, generation }))
  return `${id}.${generation}.${mac.toString('base64url')}`
}

const isToken = (keyring: Keyring, stamp: Stamp, mac: string): boolean =>
  keyring.isMac('refresh token', stamped(stamp), Buffer.from(mac, 'base64url'))

const stamped = ({ id, seed, generation }: Stamp) => `${id}.${generation}.${seed.toString('hex')}`

const newestVersion = ({ versions }: Keyring) => versions[0]?.id ?? null

function parseToken(token: string): { id: string; generation: number; mac: string } | undefined {
  const [, id, generation, mac] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? []
  return id === undefined || mac === undefined ? undefined : { id, generation: Number(generation), mac }
}
