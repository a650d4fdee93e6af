import type { MemberId } from '@trefoil/core/ledger/account'
import type { Book } from '@trefoil/core/ledger/book'
import { plus, usd, type Usd } from '@trefoil/core/money'
import type { Statement } from '../db/pipeline.ts'

/** Paid or under way, of 30 days. */
export const WITHDRAWN_LATELY = `select coalesce(sum(w.amount), 0) from withdrawal w
  where w.state not in ('refused', 'cancelled') and w.requested_at > now() - interval '30 days'`

/** Read under the ledger's lock, so that withdrawals at the same moment count one another. */
export const readWithdrawnLately: Statement = {
  name: 'withdrawn lately',
  text: `select asked.id, (${WITHDRAWN_LATELY} and w.member_id = asked.id)::text as withdrawn
    from unnest($1::int[]) as asked (id)`,
}

export type WithdrawnRow = { id: MemberId; withdrawn: string }

export function withdrawnLatelyFrom(row: WithdrawnRow | undefined, book: Book): Usd {
  if (!row) throw new Error('What a member has withdrawn was not read')
  return plus(usd(BigInt(row.withdrawn)), book.askedToWithdraw(row.id))
}
