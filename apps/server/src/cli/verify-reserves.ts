import { reconcile, reserveTrouble, type ReserveFigures } from '@trefoil/core/reserves/reconciliation'
import { ChainTrouble } from '../chain/chain.ts'
import { readFormer, refuseForeignChain } from '../chain/fingerprint.ts'
import { startChain } from '../chain/start-chain.ts'
import type { Database } from '../db/database.ts'
import type { Settings } from '../env.ts'
import { backfillStep } from '../reserves/backfill.ts'
import { findWrongBalances } from '../reserves/measure-unswept.ts'
import { reconcileReserves } from '../reserves/reconcile.ts'
import { StartError } from '../start-error.ts'

/** `why`: it could not be compared, and that is no verdict. */
export type ReservesReport =
  | { block: number; figures: ReserveFigures; decimals: number; difference: bigint; trouble: string | undefined }
  | { why: string }

/** What the chain holds beside what the books explain, and each deposit address asked for its balance. */
export async function verifyReserves(
  settings: Settings,
  { url, db }: { url: string; db: Database },
): Promise<ReservesReport> {
  const scan = await db.selectFrom('scan').select('chain_id').executeTakeFirst()
  if (!scan) return { why: 'The chain was never read.' }
  try {
    const place = { databaseUrl: url, dataDir: settings.dataDir }
    const { chain } = await startChain(settings.chain, place, await readFormer(db))
    try {
      await refuseForeignChain(db, chain)
      while ((await backfillStep({ db, chain })).more);
      const found = await reconcileReserves({ db, chain })
      if (!found) return { why: 'The history of treasury and vault is not read yet.' }
      const { figures, at } = found
      const wrong = await findWrongBalances(db, chain, at)
      const [first] = wrong
      const trouble = first && `${wrong.length} deposit addresses hold something else, the first is ${first.address}`
      return {
        block: Number(at),
        figures,
        decimals: chain.decimals,
        difference: reconcile(figures).difference,
        trouble: reserveTrouble(figures, chain.decimals) ?? trouble,
      }
    } finally {
      await chain.close()
    }
  } catch (error) {
    if (error instanceof ChainTrouble || error instanceof StartError) return { why: error.message }
    throw error
  }
}
