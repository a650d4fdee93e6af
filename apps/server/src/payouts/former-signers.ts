import { sql } from 'kysely'
import type { Address } from '../chain/chain.ts'
import { endVoid, readAttempts, readOpenSendings } from './attempt.ts'
import { conclude, findReceipt, isSeenMined, type SettleContext } from './settle.ts'

/** Settles the open sendings of replaced signers: found on the chain, or left to the new signer. */
export async function settleFormer(context: SettleContext): Promise<void> {
  const { db, chain } = context
  const { rows } = await sql<{ signer: Address }>`
    select distinct signer from sending where state = 'open' and signer <> ${chain.signer}`.execute(db)
  for (const { signer } of rows) await settleOne(context, signer)
}

async function settleOne(context: SettleContext, signer: Address): Promise<void> {
  const { db, chain } = context
  // Read before any receipt: a transaction without a receipt later was not in the chain by then.
  const final = await chain.finalized()
  const mayPay = (await chain.vaultState(final.number)).signer === signer
  const attempts = await readAttempts(db, signer)
  for (const sending of await readOpenSendings(db, signer)) {
    const ours = attempts.get(sending.nonce) ?? []
    const receipt = await findReceipt(chain, ours)
    if (receipt && receipt.block.number <= final.number) await conclude(context, sending, receipt)
    // By a final block, the vault accepts another signer: what is still out there from this one can no longer pay.
    else if (!receipt && !mayPay && !(await isSeenMined(chain, ours)))
      await db.transaction().execute((tx) => endVoid(tx, sending))
  }
}
