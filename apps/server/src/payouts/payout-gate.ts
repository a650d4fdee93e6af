import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { readFindings } from '../ledger/findings.ts'
import { describePostingStop, readPostingStop } from '../ledger/posting-stop.ts'
import { readSwitches } from '../members/switches.ts'
import { describeRecovery, readRecovery } from './recovery.ts'
import { whyNotReserves } from '../reserves/newest.ts'

/** Why nothing new may be sent now. What was sent is looked after all the same. */
export async function whyNotPay({ db, chain }: { db: Database; chain: Chain }): Promise<string | undefined> {
  const switches = await readSwitches(db)
  if (switches.payoutsPausedWhy !== null) return `Paused by an operator: ${switches.payoutsPausedWhy}`
  const stop = await readPostingStop(db)
  if (stop) return describePostingStop(stop)
  const recovery = await readRecovery(db)
  if (recovery) return describeRecovery(recovery)
  const { violated, overdue } = await readFindings(db)
  if (violated.length > 0) return `An invariant is violated: ${violated.join('; ')}`
  if (overdue !== undefined) return `The books were ${overdue}`
  const unexplained = await whyNotReserves(db, chain)
  if (unexplained !== undefined) return unexplained
  const scan = await db.selectFrom('scan').selectAll().where('chain_id', '=', chain.id).executeTakeFirst()
  if (!scan) return 'The chain was not read yet'
  const block = await chain.block(BigInt(scan.final))
  if (!block) return `The providers have not reached block ${scan.final}, which was final already`
  if (block.hash !== scan.final_hash) return `Block ${scan.final} was final, but the chain has replaced it`
  return undefined
}
