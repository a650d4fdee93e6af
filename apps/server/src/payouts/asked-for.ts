import type { MemberId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Address } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'
import type { UnbookedPayment } from './unbooked.ts'

export type AskedFor = { id: string; reference: string }
type Payment = { member: MemberId; amount: Usd; address: Address }

/** An open withdrawal of exactly this payment that has no number yet. Of several alike, the one furthest along. */
export async function findAsked(db: Reader, { member, amount, address }: Payment): Promise<AskedFor | undefined> {
  const { rows } = await sql<AskedFor>`
    select id, reference from withdrawal w
    where member_id = ${member} and ${asks({ amount, address })}
      and not exists (select from sending where withdrawal_id = w.id and state = 'open')
    order by array_position(array['claimed', 'failed', 'approved', 'requested'], state), id limit 1`.execute(db)
  return rows[0]
}

/**
 * The open withdrawal that this payment may have been made for, before the database was set back. Booked by itself, the
 * payment would leave it open, and the vault would pay it again.
 */
export async function findOpenAgain(
  db: Reader,
  { payoutId, owner, amount, recipient: address }: UnbookedPayment,
): Promise<AskedFor | undefined> {
  if (payoutId === null) return undefined
  const { rows } = await sql<AskedFor>`
    select id, reference from withdrawal
    where ${asks({ amount, address })} and (${owner?.member ?? null}::int is null or member_id = ${owner?.member ?? null})
    order by id limit 1`.execute(db)
  return rows[0]
}

const asks = ({ amount, address }: Omit<Payment, 'member'>) =>
  sql`amount = ${String(amount)} and address = ${address} and ended_at is null and payout_id is null`
