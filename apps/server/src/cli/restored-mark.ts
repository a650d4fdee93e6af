import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { StartError } from '../start-error.ts'

const MARK = 'restored'

/** Written with the rows of a backup, and gone once the recovery has begun. */
export const markRestored = (client: pg.Client, why: string) =>
  client.query('insert into installation (key, value) values ($1, jsonb_build_object($2::text, $3::text))', [
    MARK,
    'why',
    why,
  ])

/**
 * Also after the cluster was set back. Whatever was paid after the backup is unknown, even if nothing seems to be missing:
 * nothing is paid until two operators have seen what there is. Numbers that were given out after the backup are skipped.
 */
export async function beginRecoveryOfRestored(client: pg.Client, why: string): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ began: boolean }>('select begin_recovery($1) as began', [why])
  if (!rows[0]?.began) {
    // The backup was made during a recovery, which starts over.
    await client.query('update recovery set why = $1, until_block = null where ended_at is null', [why])
    await client.query('select skip_identities()')
  }
  // Servers that know of journals which the backup lacks need not stop posting for them: two operators see this anyway.
  await client.query('update ledger_state set lineage = lineage + 1')
  // What was signed after the backup is unknown, too.
  await client.query('update proof_log_progress set was_restored = true')
  await client.query('delete from installation where key = $1', [MARK])
  await client.query('commit')
}

/** A restore that was interrupted has not begun its recovery. */
export async function refuseHalfRestored(db: Database): Promise<void> {
  const row = await db.selectFrom('installation').select('key').where('key', '=', MARK).executeTakeFirst()
  if (row) throw new StartError('The restore of this database was interrupted: restore the backup into a new one.')
}
