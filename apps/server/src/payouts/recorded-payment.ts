import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Hash } from '../chain/chain.ts'
import type { Asked, SettleContext } from './settle.ts'

/** A provider may be late with a receipt. What is missing for longer, nodes have dropped. */
const RECEIPT_LATE_MINUTES = 10

export type RecordedPayment = {
  transaction: Hash
  ordinal: number
  block: bigint
  /** Pays what the withdrawal asks for. */
  isExact: boolean
  isReceiptDropped: boolean
}

type Row = Omit<RecordedPayment, 'block'> & { block: string }

/** The final transfer that the vault announced under this id. */
export async function findRecorded(
  { db, chain }: Pick<SettleContext, 'db' | 'chain'>,
  { payout_id, address, amount }: Pick<Asked, 'payout_id' | 'address' | 'amount'>,
): Promise<RecordedPayment | undefined> {
  const value = String(tokenAmount(usd(BigInt(amount)), chain.decimals))
  // Another vault may have paid the same id.
  const { rows } = await sql<Row>`
    select transaction, ordinal, block_number as block, recipient = ${address} and value = ${value} as "isExact",
      seen_at < present() - make_interval(mins => ${RECEIPT_LATE_MINUTES}) as "isReceiptDropped"
    from reserve_transfer t join scan using (chain_id)
    where chain_id = ${chain.id} and payout_id = ${payout_id} and block_number <= scan.final
      and sender = any(${chain.vaults}::text[])
    order by "isExact" desc limit 1`.execute(db)
  const [row] = rows
  return row && { ...row, block: BigInt(row.block) }
}
