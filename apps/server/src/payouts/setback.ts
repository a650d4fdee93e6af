import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { endVoid } from './attempt.ts'
import { beginRecovery, readRecovery, type Recovery } from './recovery.ts'
import type { Unsettled } from './settle.ts'
import { readSigner } from './signer.ts'
import { readUnbooked } from './unbooked.ts'

type Context = { db: Database; chain: Chain }

/**
 * Runs before anything is sent: begins a recovery if the chain knows more than the database. It does after the database
 * was set back, by a restore or to a standby that lagged behind, and if somebody else uses the signer's key.
 */
export async function detectSetback(context: Context, open: readonly Unsettled[]): Promise<Recovery | undefined> {
  const { db } = context
  const why = (await findForeignNonce(context, open)) ?? (await findUnknownPayout(context))
  if (why === undefined) return undefined
  await beginRecovery(db, why)
  return readRecovery(db)
}

async function findForeignNonce({ db, chain }: Context, open: readonly Unsettled[]): Promise<string | undefined> {
  const { nextNonce } = await readSigner(db, chain)
  const used = await chain.nonceAt('latest')
  if (used > nextNonce) return `The chain has ${used} transactions of the signer, but we sent ${nextNonce}`
  const foreign = open.find(({ place }) => place === 'foreign')
  return foreign && `Nonce ${foreign.sending.nonce} was used by a transaction that is not ours`
}

async function findUnknownPayout({ db, chain }: Context): Promise<string | undefined> {
  const unknown = (await readUnbooked(db, chain)).find(({ payoutId }) => payoutId !== null)
  return unknown && `The vault has paid ${unknown.payoutId}, which no withdrawal of ours has`
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
