import type { ExportState } from '@trefoil/contract/own-data'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { recordActivity } from '../members/activity.ts'
import { recordAuthEvent } from '../members/auth-events.ts'
import type { OwnDataContext } from './context.ts'
import { proveOwner, type OwnersProof } from './prove-owner.ts'

/** One at a time: while it waits, asking again changes nothing. A ready one is replaced. */
export async function requestExport(context: OwnDataContext, caller: Caller, proof: OwnersProof): Promise<ExportState> {
  const { accountId } = caller
  await proveOwner(context, caller, proof)
  const { db, limits, keyring } = context
  const { state } = await readExportState(db, accountId)
  if (state !== 'waiting') {
    await limits.dataExport(accountId)
    await db.transaction().execute(async (tx) => {
      await sql`delete from data_export where account_id = ${accountId} and state <> 'waiting'`.execute(tx)
      await sql`insert into data_export (account_id) values (${accountId}) on conflict do nothing`.execute(tx)
      await recordActivity(tx, accountId, 'Security', 'A copy of your data was asked for')
      await recordAuthEvent(tx, { accountId, kind: 'data_exported' }, { ...proof.origin, keyring })
    })
  }
  return readExportState(db, accountId)
}

const NONE: ExportState = { state: 'none', percent: 0, requested_at: null, bytes: null, expires_at: null }

export async function readExportState(db: Reader, accountId: number): Promise<ExportState> {
  const row = await db
    .selectFrom('data_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (!row) return NONE
  return {
    state: row.state,
    percent: row.percent,
    requested_at: row.requested_at.toISOString(),
    bytes: row.bytes === null ? null : Number(row.bytes),
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
