import type { securityEvents } from '@trefoil/contract/security-events'
import { describeAuthEvent } from '@trefoil/core/identity/auth-events'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../db/database.ts'
import { olderThan, readPage, type History, type PageQuery } from '../db/paging.ts'
import type { AuthEventDetails } from './auth-events.ts'
import { findPersonalKey } from './personal-key.ts'

type Row = { id: string; at: Date; kind: string; details: Buffer | null }

/** What happened to one account's access. Without its key, what remains is when and what. */
export async function readAuthEvents(
  db: Reader,
  history: History,
  { accountId, ...query }: PageQuery & { accountId: number },
): Promise<z.input<typeof securityEvents>> {
  const key = await findPersonalKey(db, history.keyring, accountId)
  const { rows, next_cursor } = await readPage<Row>(history, query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`
        select id, at, kind, details from auth_event
        where account_id = ${accountId} and ${olderThan('id', after)} order by id desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  const events = rows.map(({ at, kind, details }) => {
    const known = key && details ? (JSON.parse(key.open(details)) as AuthEventDetails) : undefined
    const { device = null, network = null, country } = known ?? {}
    const said = { kind, description: describeAuthEvent(kind), ...(country !== undefined && { country }) }
    return { at: at.toISOString(), ...said, device, network }
  })
  return { events, next_cursor }
}
