import type { operatorOverview } from '@trefoil/contract/operator/overview'
import type { ReplyOf } from '@trefoil/contract/route'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { VaultFigures } from '../payouts/vault-figures.ts'

type Vault = ReplyOf<typeof operatorOverview>['data']['payouts']['vault']

export const vaultOf = ({ float, per_payment, per_day, left_today }: VaultFigures): Vault => ({
  float: float ?? null,
  per_payment: per_payment ?? null,
  per_day: per_day ?? null,
  left_today: left_today ?? null,
})

/** As the payout worker saw it last. */
export async function readVault(db: Database): Promise<Vault> {
  const { rows } = await sql<{ figures: VaultFigures }>`
    select figures from worker_status where name = 'payouts'`.execute(db)
  return vaultOf(rows[0]?.figures ?? {})
}
