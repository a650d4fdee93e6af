import type { OwnerId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Moment, ProviderName } from './provider.ts'

export type HitState = 'open' | 'released' | 'refused'

type Hit = {
  moment: Moment
  owner: OwnerId
  address: string
  /** `none`: nobody answered, and an operator decides. */
  provider: ProviderName | 'none'
  reason: string | null
  amount: Usd | null
  withdrawal?: string
  deposit?: string
}

/** Each payout, deposit or saved address has one, which operators decide about once. */
export async function recordHit(tx: Tx, hit: Hit): Promise<{ id: number; state: HitState; isNew: boolean }> {
  const { moment, owner, address, provider, reason, amount, withdrawal = null, deposit = null } = hit
  const { rows } = await sql<{ id: number; state: HitState; isNew: boolean }>`
    with recorded as (
      insert into screening_hit (moment, owner_id, address, provider, reason, amount, withdrawal_id, deposit_id)
      values (${moment}, ${owner}, ${address}, ${provider}, ${reason}, ${amount === null ? null : String(amount)},
        ${withdrawal}, ${deposit})
      on conflict do nothing returning id, state
    )
    select id, state, true as "isNew" from recorded
    union all
    select id, state, false from screening_hit where moment = ${moment} and owner_id = ${owner} and address = ${address}
      and (withdrawal_id, deposit_id) is not distinct from (${withdrawal}::bigint, ${deposit}::bigint)
    limit 1`.execute(tx)
  const [found] = rows
  // Somebody else records the same one at this moment.
  return found ?? { id: 0, state: 'open', isNew: false }
}
