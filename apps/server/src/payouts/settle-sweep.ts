import { sql } from 'kysely'
import type { Receipt } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import type { OpenSending } from './attempt.ts'
import { setAside } from './sweep.ts'

type Swept = { address: string; treasury: string; emptied: boolean }

/**
 * An address counts as swept where the receipt shows its transfer to its treasury, or where somebody else's did: anybody
 * may sweep. What did not move is swept anew, after a while, and operators see why.
 */
export const concludeSweep = (db: Database, sending: OpenSending, receipt: Receipt): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const addresses = await readSwept(tx, sending)
    const isMoved = ({ address, treasury, emptied }: Swept) =>
      emptied || receipt.transfers.some(({ from, to, value }) => from === address && to === treasury && value > 0n)
    const moved = receipt.isSuccess ? addresses.filter(isMoved) : []
    const left = addresses.filter((one) => !moved.includes(one)).map(({ address }) => address)
    const { transaction, feePaid } = receipt
    await sql`
      update sending set state = ${moved.length > 0 ? 'done' : 'reverted'}, transaction = ${transaction},
        fee_paid = ${String(feePaid)}, ended_at = now()
      where signer = ${sending.signer} and nonce = ${String(sending.nonce)} and state = 'open'`.execute(tx)
    await sql`
      update deposit_address set set_aside = null, set_aside_until = null
      where set_aside is not null and address = any(${moved.map(({ address }) => address)}::text[])`.execute(tx)
    if (left.length === 0) return
    await sql`
      update deposit set sweep_signer = null, sweep_nonce = null
      where (sweep_signer, sweep_nonce) = (${sending.signer}, ${String(sending.nonce)})
        and address = any(${left}::text[])`.execute(tx)
    await setAside(
      tx,
      left,
      `The sweep ${transaction.slice(0, 10)}… ${receipt.isSuccess ? 'moved nothing from it' : 'was reverted'}`,
    )
  })

/** `emptied`: a recorded transfer took what was deposited there to the treasury. */
async function readSwept(tx: Tx, { signer, nonce }: OpenSending): Promise<Swept[]> {
  const { rows } = await sql<Swept>`
    select address, treasury, exists (
      select from reserve_transfer t where t.kind = 'sweep' and t.chain_id = chain_setting.chain_id
        and t.sender = address and t.recipient = treasury and t.block_number >= deposited.last) as emptied
    from (
      select address, max(block_number) as last from deposit
      where (sweep_signer, sweep_nonce) = (${signer}, ${String(nonce)}) group by address) deposited
      join deposit_address using (address) join chain_setting on number = greatest(setting, 1)`.execute(tx)
  return rows
}
