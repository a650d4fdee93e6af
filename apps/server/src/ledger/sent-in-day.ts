import type { MemberId } from '@trefoil/core/ledger/account'
import type { Book } from '@trefoil/core/ledger/book'
import { plus, usd, type Usd } from '@trefoil/core/money'
import { TRANSFERS_ADDED_UP } from '@trefoil/core/programme/may-send'
import type { Statement } from '../db/pipeline.ts'

/**
 * Read under the ledger's lock, so that transfers at the same moment count one another. The newest transfers only:
 * nobody makes the ledger add up a whole history. Without two-factor, nothing is added up.
 */
export const readSentInDay: Statement = {
  name: 'sent in a day',
  text: `select account.id, transfers, sent::text
    from account cross join lateral (
      select count(*)::int as transfers, coalesce(sum(amount) filter (where source = 'impact'), 0) as sent from (
        select amount, created_at, source from journal
        where second_factor and source_member = account.id and reason = 'transfer'
        order by id desc limit ${TRANSFERS_ADDED_UP}
      ) newest where created_at > now() - interval '24 hours'
    ) day where account.id = any($1::int[])`,
}

export type SentRow = { id: MemberId; transfers: number; sent: string }

export function sentInDayFrom(row: SentRow | undefined, book: Book): Usd | null {
  if (!row) throw new Error('What a member has sent was not read')
  return row.transfers >= TRANSFERS_ADDED_UP ? null : plus(usd(BigInt(row.sent)), book.sentToOthers(row.id))
}
