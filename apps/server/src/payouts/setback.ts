import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { endVoid } from './attempt.ts'
import { beginRecovery } from './recovery.ts'
import type { Unsettled } from './settle.ts'
import { readSigner } from './signer.ts'
import { readUnbooked } from './unbooked.ts'

type Context = { db: Database; chain: Chain }

/**
 * Runs before anything is sent: begins a recovery if the chain knows more than the database. It does after the database
 * was set back, by a restore or to a standby that lagged behind, and if somebody else uses the signer's key.
 */
export async function detectSetback(context: Context, open: readonly Unsettled[]): Promise<void> {
  const why = (await findForeignNonce(context, open)) ?? (await findUnknownPayout(context))
  if (why !== undefined) await beginRecovery(context.db, why)
}

async function findForeignNonce({ db, chain }: Context, open: readonly Unsettled[]): Promise<string | undefined> {
  const { nextNonce } = await readSigner(db, chain)
  const used = await chain.nonceAt('latest')
  if (used > nextNonce) return `The chain has ${used} transactions of the signer, and we sent ${nextNonce}`
  const foreign = open.find(({ place }) => place === 'foreign')
  return foreign && `Nonce ${foreign.sending.nonce} was used by a transaction that is none of ours`
}

/** Up to which block every payout is known. In the database, so that it is set back with what it is about. */
const KNOWN = 'payouts known'

async function findUnknownPayout({ db, chain }: Context): Promise<string | undefined> {
  const { rows } = await sql<{ final: string; since: string }>`
    select final, coalesce((select value ->> 'block' from installation where key = ${KNOWN}), '-1') as since
    from scan where chain_id = ${chain.id}`.execute(db)
  const [scan] = rows
  if (!scan || scan.final === scan.since) return undefined
  const [unknown] = await readUnbooked(db, chain, { payoutsOnly: true, since: BigInt(scan.since), limit: 1 })
  if (unknown) return `The vault has paid ${unknown.payoutId}, which no withdrawal of ours has`
  await sql`
    insert into installation (key, value) values (${KNOWN}, jsonb_build_object('block', ${scan.final}::text))
    on conflict (key) do update set value = excluded.value`.execute(db)
  return undefined
}

/**
 * Somebody else's transaction has the nonce for good, so this sending can never be included. Its payment is tried again
 * under another nonce, or found if that transaction was ours and our records have lost it.
 */
export async function endForeign({ db }: Context, open: readonly Unsettled[]): Promise<void> {
  const foreign = open.filter(({ place }) => place === 'foreign')
  if (foreign.length === 0) return
  await db.transaction().execute(async (tx) => {
    for (const { sending } of foreign) await endVoid(tx, sending)
  })
}
