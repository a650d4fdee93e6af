import { authEventKinds, isGrouped, type AuthEventKind } from '@trefoil/core/identity/auth-events'
import { describeDevice } from '@trefoil/core/identity/device'
import { maskAddress } from '@trefoil/core/identity/subnet'
import { sql } from 'kysely'
import type { Database, Reader } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { findPersonalKey, personalKeyFor } from './personal-key.ts'

/** Where a request came from. */
export type Origin = { address: string; agent: string | undefined }

export type AuthEventDetails = { device: string; network: string | null; country?: string }

/** `country`: the one that was named, where it was refused. */
export type AuthEvent = { accountId: number; kind: AuthEventKind; country?: string }

/**
 * On the connection of the transaction that it tells of, where there is one. Without an origin: what operators and the
 * worker do.
 */
export async function recordAuthEvent(db: Reader, event: AuthEvent, origin?: Origin & { keyring: Keyring }) {
  const key = origin && (await personalKeyFor(db, origin.keyring, event.accountId))
  await insertEvent(db, event, { details: key && origin ? key.seal(detailsOf(origin, event)) : null })
}

/**
 * Does the same whether the account exists or not, and does not wait for the disk: the time does not reveal which it
 * was. Not in a transaction, which would not wait either.
 */
export async function recordFailedSignIn(
  db: Database,
  accountId: number | undefined,
  { keyring, ...origin }: Origin & { keyring: Keyring },
): Promise<void> {
  const event = { accountId: accountId ?? NOBODY, kind: 'sign_in_failed' } as const
  const known = await findPersonalKey(db, keyring, event.accountId)
  const key = known ?? (accountId === undefined ? undefined : await personalKeyFor(db, keyring, accountId))
  const text = detailsOf(origin, event)
  // Nobody's is not kept: it only takes as long.
  const details = accountId === undefined ? keyring.seal('personal key', text) : (key?.seal(text) ?? null)
  await insertEvent(db, event, { details, durable: false })
}

/** Accounts are numbered from one. */
const NOBODY = 0

async function insertEvent(
  db: Reader,
  { accountId, kind }: AuthEvent,
  { details, durable = true }: { details: Buffer | null; durable?: boolean },
): Promise<void> {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const minute = isGrouped(kind) ? sql`date_trunc('minute', now())` : sql`null`
  await sql`
    with waiting as (select ${durable ? sql`true` : sql`set_config('synchronous_commit', 'off', true)`})
    insert into auth_event (account_id, kind, minute, details)
    select account.id, ${kind}, ${minute}, ${details}::bytea from waiting, account where account.id = ${accountId}
    on conflict do nothing`.execute(db)
}

const detailsOf = ({ address, agent }: Origin, { country }: AuthEvent): string =>
  JSON.stringify({
    device: describeDevice(agent),
    network: maskAddress(address) ?? null,
    ...(country !== undefined && { country }),
  } satisfies AuthEventDetails)

/** What this process recorded, for its metrics: also each of those that the table keeps only once a minute. */
const counts = new Map<AuthEventKind, number>()

export const countAuthEvents = (): { kind: AuthEventKind; count: number }[] =>
  authEventKinds.map((kind) => ({ kind, count: counts.get(kind) ?? 0 }))
