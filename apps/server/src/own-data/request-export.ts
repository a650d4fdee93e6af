import type { ExportState } from '@trefoil/contract/own-data'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { recordActivity } from '../members/activity.ts'
import { recordAuthEvent } from '../members/auth-events.ts'
import type { OwnDataContext } from './context.ts'
import { proveOwner, type OwnersProof } from './prove-owner.ts'

/**
 * One at a time, for the session that asked last: while it waits, asking again changes nothing else. A ready one is
 * replaced.
 */
export async function requestExport(context: OwnDataContext, caller: Caller, proof: OwnersProof): Promise<ExportState> {
  const { accountId, sessionId } = caller
  await proveOwner(context, caller, proof)
  const { db, limits, keyring } = context
  const { state } = await readExportState(db, caller)
  if (state !== 'waiting') {
    await limits.dataExport(accountId)
    await db.transaction().execute(async (tx) => {
      await sql`delete from data_export where account_id = ${accountId} and state <> 'waiting'`.execute(tx)
      await sql`
        insert into data_export (account_id, session_id) values (${accountId}, ${sessionId})
        on conflict (account_id) do update set session_id = excluded.session_id`.execute(tx)
      await recordActivity(tx, accountId, 'Security', 'A copy of your data was asked for')
      await recordAuthEvent(tx, { accountId, kind: 'data_exported' }, { ...proof.origin, keyring })
    })
  }
  return readExportState(db, caller)
}

const NONE: ExportState = { state: 'none', percent: 0, requested_at: null, bytes: null, expires_at: null }

/** A file is only for the session that asked for it: whoever came in since has not shown passcode and second factor for it. */
export async function readExportState(
  db: Reader,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
): Promise<ExportState> {
  const row = await db
    .selectFrom('data_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (!row) return NONE
  const requested_at = row.requested_at.toISOString()
  if (row.session_id !== sessionId) return row.state === 'failed' ? NONE : { ...NONE, state: 'elsewhere', requested_at }
  return {
    state: row.state,
    percent: row.percent,
    requested_at,
    bytes: row.bytes === null ? null : Number(row.bytes),
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
