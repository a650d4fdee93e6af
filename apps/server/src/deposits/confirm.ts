import { createHash } from 'node:crypto'
import type { Chain, LoggedTransfer } from '../chain/chain.ts'
import type { KeptBlock } from './cursor.ts'

export type Correction = { block: KeptBlock; transfers: LoggedTransfer[] }

/**
 * Blocks near the head are read when providers may not have all of them yet. Once they are final they are read again: what
 * differs from the first reading is settled by the receipts. Answers what the first reading had wrong.
 */
export async function findCorrections(chain: Chain, blocks: readonly KeptBlock[]): Promise<Correction[]> {
  const found = await Promise.all(
    blocks.map(async (block): Promise<Correction[]> => {
      const transfers = await chain.transfers({ blockHash: block.hash })
      if (digestOf(transfers) === block.transfers) return []
      return [{ block, transfers: await chain.transfers({ blockHash: block.hash, exactly: true }) }]
    }),
  )
  return found.flat()
}

/** Tells two readings of a block apart. */
export function digestOf(transfers: readonly LoggedTransfer[]): string {
  const digest = createHash('sha256')
  for (const { transaction, ordinal, from, to, value, payout } of transfers)
    digest.update(`${transaction} ${ordinal} ${from} ${to} ${value} ${payout}\n`)
  return digest.digest('base64')
}
