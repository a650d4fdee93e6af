import type { listEpochs } from '@trefoil/contract/epochs'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { Refusal } from '@trefoil/core/refusal'
import type { Chain } from '../../chain/chain.ts'
import { transactionLink } from '../../chain/transaction-link.ts'
import type { Database, Reader } from '../../db/database.ts'
import { readInstallation } from '../installation.ts'

type Context = { db: Database; chain: Chain }
type List = ReplyOf<typeof listEpochs>['data']

const LIMIT = 100

/** Only what the contract has: nothing is shown before it is posted. */
export async function readEpochs(
  { db, chain }: Context,
  { before = 2_147_483_647, limit = LIMIT }: QueryOf<typeof listEpochs>,
): Promise<List> {
  const installation = bytesToHex(await readInstallation(db))
  const rows = await db
    .selectFrom('epoch')
    .selectAll()
    .select((of) => of.exists(of.selectFrom('epoch_nodes').select('part').whereRef('epoch', '=', 'number')).as('kept'))
    .where('state', '=', 'anchored')
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return {
    installation,
    chain: chain.id,
    contract: chain.attestations,
    decimals: chain.decimals,
    epochs: rows.map((row) => ({
      installation,
      epoch: row.number,
      at: instantOf(row.at),
      journal: textOf(row.journal),
      depth: row.depth ?? 0,
      leaves: row.leaves ?? 0,
      kept: Boolean(row.kept),
      root: hexOf(row.root),
      total: textOf(row.total),
      assets: { vault: textOf(row.vault_balance), treasury: textOf(row.treasury_balance) },
      log: { size: Number(row.log_size), root: hexOf(row.log_root) },
      contract: row.contract ?? '',
      posted_at: instantOf(row.posted_at),
      transaction: row.transaction,
      link: row.transaction === null ? null : transactionLink(chain, row.transaction),
      outstanding: row.outstanding,
    })),
  }
}

// The database holds all of these of an anchored epoch.
const instantOf = (moment: Date | null): string => (moment ?? new Date(0)).toISOString()
const textOf = (digits: string | null): string => digits ?? '0'
const hexOf = (bytes: Buffer | null): string => (bytes ? bytesToHex(bytes) : '')

export async function readLeaves(db: Database, { epoch, part }: { epoch: number; part: number }): Promise<Buffer> {
  await requireAnchored(db, epoch)
  const found = await db
    .selectFrom('epoch_nodes')
    .select('content')
    .where('epoch', '=', epoch)
    .where('level', '=', 0)
    .where('part', '=', part)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found', 'There is no such part, or it is no longer kept.')
  return found.content
}

/** Proofs are served only of what the contract has. */
export async function requireAnchored(db: Reader, epoch: number) {
  const found = await db
    .selectFrom('epoch')
    .select(['number', 'depth', 'leaves', 'journal', 'key_box'])
    .where('number', '=', epoch)
    .where('state', '=', 'anchored')
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found', 'There is no such epoch.')
  return found
}
