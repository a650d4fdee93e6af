import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Keyring } from '../secrets/keyring.ts'

export const SESSION_DAYS = 7

/** Two tabs may refresh with the same token within this time. */
const GRACE_SECONDS = 10

export type EndReason =
  | 'logout'
  | 'refresh token reused'
  | 'passcode changed'
  | 'passcode reset'
  | 'two-factor turned on'
export type Device = { address: string; agent: string | undefined }
export type OpenSession = { sessionId: string; refreshToken: string }

/**
 * A refresh token is `session.generation.mac`. Only the newest generation is valid; each use makes the next one. The
 * mac needs both the row's seed and the installation's secret, so neither a stolen database nor a leaked key can forge
 * one.
 */
export async function openSession(
  tx: Tx,
  keyring: Keyring,
  owner: { accountId: number; secondFactor: boolean } & Device,
) {
  const id = randomUUID()
  const seed = randomBytes(16)
  await tx
    .insertInto('session')
    .values({
      id,
      account_id: owner.accountId,
      seed,
      expires_at: sql`now() + make_interval(days => ${SESSION_DAYS})`,
      address: owner.address,
      agent: owner.agent ?? null,
      second_factor_at: owner.secondFactor ? sql<Date>`now()` : null,
    })
    .execute()
  if (await isNewDevice(tx, { id, ...owner })) {
    const { agent = null, address } = owner
    await enqueueMail(tx, owner.accountId, { kind: 'new device', facts: { agent, address } })
  }
  return { sessionId: id, refreshToken: tokenFor(keyring, { id, seed, generation: 0 }) } satisfies OpenSession
}

/** Whether this kind of browser is new to the account. The account's first one does not count. */
async function isNewDevice(
  tx: Tx,
  { id, accountId, agent }: { id: string; accountId: number; agent: string | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean | null }>`
    select not bool_or(agent is not distinct from ${agent ?? null}) as is_new
    from session where account_id = ${accountId} and id <> ${id}`.execute(tx)
  return rows[0]?.is_new ?? false
}

/** The same session with its next refresh token, or undefined. An old token ends the whole family. */
export async function refreshSession(tx: Tx, keyring: Keyring, token: string): Promise<OpenSession | undefined> {
  const claimed = parseToken(token)
  if (!claimed) return undefined
  const session = await tx
    .selectFrom('session')
    .select(['id', 'seed', 'generation'])
    .select(sql<boolean>`rotated_at > now() - make_interval(secs => ${GRACE_SECONDS})`.as('just_rotated'))
    .where('id', '=', claimed.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!session || !sameToken(token, tokenFor(keyring, { ...session, generation: claimed.generation }))) return undefined

  if (claimed.generation === session.generation) {
    const generation = session.generation + 1
    await tx
      .updateTable('session')
      .set({ generation, rotated_at: sql`now()` })
      .where('id', '=', session.id)
      .execute()
    return { sessionId: session.id, refreshToken: tokenFor(keyring, { ...session, generation }) }
  }
  // Another tab was faster, or our reply was lost: return the same successor.
  if (claimed.generation === session.generation - 1 && session.just_rotated)
    return { sessionId: session.id, refreshToken: tokenFor(keyring, session) }
  await endSessions(tx, { sessionId: session.id }, 'refresh token reused')
  return undefined
}

type Which = { sessionId: string } | { accountId: number; except?: string }

export async function endSessions(db: Reader, which: Which, reason: EndReason): Promise<void> {
  const ending = db
    .updateTable('session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('ended_at', 'is', null)
  if ('sessionId' in which) await ending.where('id', '=', which.sessionId).execute()
  else if (which.except === undefined) await ending.where('account_id', '=', which.accountId).execute()
  else await ending.where('account_id', '=', which.accountId).where('id', '!=', which.except).execute()
}

export const noSession = () => new Refusal('no_session', 'Please login to continue.')

type Stamp = { id: string; seed: Buffer; generation: number }

function tokenFor(keyring: Keyring, { id, seed, generation }: Stamp): string {
  const mac = keyring.digest('refresh token', `${id}.${generation}.${seed.toString('hex')}`)
  return `${id}.${generation}.${mac.toString('base64url')}`
}

function parseToken(token: string): { id: string; generation: number } | undefined {
  const [, id, generation] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? undefined : { id, generation: Number(generation) }
}

const sameToken = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
