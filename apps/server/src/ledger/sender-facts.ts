import type { MemberId } from '@trefoil/core/ledger/account'
import type { Book } from '@trefoil/core/ledger/book'
import { plus, usd } from '@trefoil/core/money'
import { TRANSFERS_ADDED_UP, type SenderFacts } from '@trefoil/core/programme/may-send'
import type { Statement } from '../db/pipeline.ts'

/**
 * Read under the ledger's lock, so that transfers at the same moment count one another. The newest transfers only:
 * nobody makes the ledger add up a whole history. Without two-factor, nothing is added up.
 */
export const readSenders: Statement = {
  name: 'senders',
  text: `select account.id, case when security_hold_until > now() then security_hold_until end as held_until,
      second_factor as has_second_factor, transfers, sent::text
    from account cross join lateral (
      select count(*)::int as transfers, coalesce(sum(amount) filter (where source = 'impact'), 0) as sent from (
        select amount, created_at, source from journal
        where second_factor and source_member = account.id and reason = 'transfer'
        order by id desc limit ${TRANSFERS_ADDED_UP}
      ) newest where created_at > now() - interval '24 hours'
    ) day where account.id = any($1::int[])`,
}

export type SenderRow = {
  id: MemberId
  held_until: Date | null
  has_second_factor: boolean
  transfers: number
  sent: string
}

export function senderFactsFrom(
  member: MemberId,
  { row, book }: { row: SenderRow | undefined; book: Book },
): SenderFacts {
  if (!row) throw new Error(`What member ${member} has sent was not read`)
  return {
    heldUntil: row.held_until,
    hasSecondFactor: row.has_second_factor,
    sentInDay: row.transfers >= TRANSFERS_ADDED_UP ? null : plus(usd(BigInt(row.sent)), book.sentToOthers(member)),
  }
}
