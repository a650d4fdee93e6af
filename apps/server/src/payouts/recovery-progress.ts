import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { Recovery } from './recovery.ts'
import { hasUnread } from './signer-handover.ts'
import { countUnknownSent } from './unknown-sent.ts'

type Context = { db: Database; chain: Chain }

/** How far our records go, and what of that which was final when the recovery was noticed is missing in them. */
export async function readProgress(
  { db, chain }: Context,
  { untilBlock }: Recovery,
): Promise<{ final: bigint; unread: string | undefined }> {
  const scan = await db.selectFrom('scan').select('final').where('chain_id', '=', chain.id).executeTakeFirst()
  const final = BigInt(scan?.final ?? -1)
  if (untilBlock === null) return { final, unread: 'The payout worker has not looked at the chain yet' }
  if (final < untilBlock) return { final, unread: `The chain is read up to block ${final} of ${untilBlock}` }
  const { rows } = await sql`
    select from reserve_account where chain_id = ${chain.id} and recorded_from > history_from limit 1`.execute(db)
  const unread = rows.length > 0 ? 'Earlier transfers of vault and treasury are still being read' : undefined
  return { final, unread }
}

/** Not for ever: one provider alone could show a transaction that there is not. */
const PENDING_MAX_MS = 600_000

/** Whether the chain holds nothing any more that our records may not know, and nothing is on its way to it. */
export async function isAllRead(context: Context, recovery: Recovery): Promise<boolean> {
  const { final, unread } = await readProgress(context, recovery)
  if (unread !== undefined || (await hasUnread(context, final))) return false
  const isPatient = Date.now() - recovery.beganAt.getTime() < PENDING_MAX_MS
  return !isPatient || (await countUnknownSent(context)) === 0
}

/** Once the payments that were read are booked. Another recovery may have begun since: that one has its own turn. */
export async function letMembersSpend(db: Database, { id, untilBlock }: Recovery): Promise<void> {
  await db
    .updateTable('recovery')
    .set({ read_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('until_block', '=', String(untilBlock))
    .where('read_at', 'is', null)
    .execute()
}
