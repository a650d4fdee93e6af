import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database, Reader } from '../db/database.ts'
import { mailOperators } from '../members/mail-operators.ts'
import { noteAllPaid } from './paid-already.ts'

/**
 * The chain knows more than the database: it was restored, or it lost its tail, or somebody else has the signer's key.
 * `untilBlock`: null until the payout worker has noticed.
 */
export type Recovery = {
  id: number
  beganAt: Date
  why: string
  sinceBlock: bigint | null
  untilBlock: bigint | null
  /** Since when members may spend again: what was paid up to `untilBlock` was read, and booked as far as it can be. */
  readAt: Date | null
}

export async function readRecovery(db: Reader): Promise<Recovery | undefined> {
  const row = await db.selectFrom('recovery').selectAll().where('ended_at', 'is', null).executeTakeFirst()
  return (
    row && {
      id: row.id,
      beganAt: row.began_at,
      why: row.why,
      sinceBlock: row.since_block === null ? null : BigInt(row.since_block),
      untilBlock: row.until_block === null ? null : BigInt(row.until_block),
      readAt: row.read_at,
    }
  )
}

/** Pauses payouts until two operators end it, and what members spend until the chain is read. Does nothing where one is under way. */
export async function beginRecovery(db: Database, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ began: boolean }>`select begin_recovery(${why}) as began`.execute(tx)
    if (rows[0]?.began) await mailOperators(tx, { kind: 'recovery waits', facts: { why } })
  })
}

/** The payout worker's first look: open withdrawals may have been paid, and everything up to here has to be read. */
export async function noticeRecovery(
  { db, chain }: { db: Database; chain: Chain },
  { id, untilBlock }: Recovery,
): Promise<void> {
  if (untilBlock !== null) return
  const { number } = await chain.finalized()
  await noteAllPaid(db, chain)
  await db
    .updateTable('recovery')
    .set({ until_block: number })
    .where('id', '=', id)
    .where('until_block', 'is', null)
    .execute()
}

export const describeRecovery = ({ why }: Recovery): string => `Recovery: ${why}`

const describeOwner = (owner: number): string =>
  owner > 0 ? `member ${owner}` : owner < 0 ? `cause ${-owner}` : 'operations'

export const describeForgotten = ({ member, number }: { member: number; number: number }): string =>
  `The vault has made payment ${number} to ${describeOwner(member)}, which our records do not know`
