import { SYSTEM, type OwnerId } from '@trefoil/core/ledger/account'
import { judgeCausePayout, type CauseAddress, type PayoutVerdict } from '@trefoil/core/payouts/payout-rule'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

type Payout = { member_id: OwnerId; address: string; now: Date }
type CauseRow = { owner: OwnerId; address: string | null; from: Date | null }

/** Whether causes are still paid where two persons agreed. Their addresses stay as they are until the transaction ends. */
export async function judgeCauseAddresses(
  tx: Tx,
  payouts: readonly Payout[],
): Promise<(payout: Payout) => PayoutVerdict> {
  const causes = [...new Set(payouts.flatMap(({ member_id: owner }) => (owner < SYSTEM ? -owner : [])))]
  const paidAt = new Map<OwnerId, CauseAddress>()
  if (causes.length > 0) {
    const { rows } = await sql<CauseRow>`
      select -id as owner, payout_address as address, payout_address_from as from from cause
      where id = any(${causes}::int[]) order by id for share`.execute(tx)
    for (const { owner, address, from } of rows)
      paidAt.set(owner, address !== null && from !== null ? { address, from: from.getTime() } : null)
  }
  return ({ member_id: owner, address: to, now }) =>
    owner < SYSTEM ? judgeCausePayout({ to, now: now.getTime() }, paidAt.get(owner) ?? null) : { kind: 'pay' }
}

/** Approving it again would not change the address that two persons agreed to. */
export async function requireCauseAddress(
  db: Database,
  { member, address }: { member: OwnerId; address: string },
): Promise<void> {
  if (member >= SYSTEM) return
  const cause = await db
    .selectFrom('cause')
    .select(['name', 'payout_address'])
    .where('id', '=', -member)
    .executeTakeFirstOrThrow()
  if (cause.payout_address !== address)
    throw new Refusal(
      'wrong_state',
      `The payout address of ${cause.name} has changed since: refuse this, and propose it again.`,
    )
}
