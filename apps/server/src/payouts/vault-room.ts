import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { show, usd } from '@trefoil/core/money'
import { vaultRoom, type VaultObstacle, type VaultRoom } from '@trefoil/core/payouts/vault-room'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

/** `underWay`: what claimed withdrawals may still take from the vault. */
export async function readVaultRoom(
  chain: Chain,
  { balance, underWay }: { balance: bigint; underWay: bigint },
): Promise<VaultRoom> {
  return vaultRoom({ balance, limits: await chain.vaultLimits() }, { underWay, now: Date.now() })
}

/** Looked at again once the vault covers it; at the latest then. */
const FLOAT_PAUSE_MINUTES = 10

const LOOK_AT = {
  float: sql`now() + make_interval(mins => ${FLOAT_PAUSE_MINUTES})`,
  vault_day_limit: sql`(date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc'`,
  vault_payment_limit: sql`null`,
} satisfies Record<VaultObstacle, unknown>

/** Smaller ones behind it may leave meanwhile. What is larger than any payment may be waits for an operator. */
export const stepAside = (tx: Tx, ids: readonly string[], obstacle: VaultObstacle) =>
  changeWithdrawals(tx, {
    set: sql`waits_for = ${obstacle}, look_at = ${LOOK_AT[obstacle]}`,
    where: sql`id = any(${ids}::bigint[]) and state in ('requested', 'approved', 'claimed')`,
  })

const ASIDE = sql`waits_for in ('float', 'vault_day_limit') and ended_at is null`

export async function isAnyAside(db: Database): Promise<boolean> {
  const { rows } = await sql`select from withdrawal where ${ASIDE} limit 1`.execute(db)
  return rows.length > 0
}

/** The float was filled up, a limit was raised, or a payment that counted twice became final. Answers whether any. */
export async function lookAtCoveredAgain(db: Database, chain: Chain, { float, limits }: VaultRoom): Promise<boolean> {
  const most = [float, ...(limits ? [limits.perPayment, limits.leftToday] : [])].reduce((a, b) => (a < b ? a : b))
  if (most <= 0n) return false
  const { credited } = receivedFrom(most, chain.decimals)
  const changed = await db.transaction().execute((tx) =>
    changeWithdrawals(tx, {
      set: sql`look_at = now(), waits_for = null`,
      where: sql`${ASIDE} and amount <= ${String(credited)}::bigint`,
    }),
  )
  return changed.length > 0
}

/** What only whoever fills the vault can change. */
export async function describeFloat(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ count: number; sum: string }>`
    select count(*)::int as count, coalesce(sum(amount), 0)::text as sum from withdrawal
    where ${ASIDE} and waits_for = 'float'`.execute(db)
  const { count, sum } = rows[0] ?? { count: 0, sum: '0' }
  if (count === 0) return undefined
  const which = count === 1 ? 'a withdrawal' : `${count} withdrawals`
  return `The vault does not cover ${which} of ${show(usd(BigInt(sum)))}: refill it`
}
