import type { EntryMeaning } from '@trefoil/contract/activity-values'
import type { MemberAccountKind, MemberId, SystemAccountKind } from '@trefoil/core/ledger/account'
import type { Reason, Share } from '@trefoil/core/ledger/journal'
import { show, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { seenDonor, type Masks } from '../members/person.ts'
import { shareName } from './describe-entry.ts'
import { meaningOfShare } from './entry-meaning.ts'

/** The journal that a reversal took back. */
export type Original = {
  journal: string
  reason: Reason
  source: MemberAccountKind | SystemAccountKind
  amount: string
  at: Date
  reference: string
  sender: string | null
  recipient: string | null
  share: Share | null
  why: string
}

/** By the id of the reversing journal. A page rarely has one. */
export async function readOriginals(
  db: Reader,
  journals: readonly string[],
  { member, masks }: { member: MemberId; masks: Masks },
): Promise<Map<string, Original>> {
  if (journals.length === 0) return new Map()
  const { rows } = await sql<Original & { is_referral: boolean | null }>`
    select back.id as journal, o.reason, o.source, o.amount, o.created_at as at, o.reference, s.name as sender,
      t.name as recipient, p.why, m.sponsor = ${member} or m.id = ${member} as is_referral,
      (select e.share from entry e where e.journal_id = back.id and e.amount > 0 limit 1) as share
    from journal back
    join reversal r on back.id between r.first_journal and r.last_journal
    join journal o on o.id = r.reverses
    join proposal p on p.id = r.proposal_id
    left join account s on s.id = o.source_member
    left join account t on t.id = o.target_member
    left join member m on m.id = o.source_member
    where back.id = any(${journals}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ is_referral: isReferral, ...row }) => {
      const { sender, reason } = row
      const isDonor = sender !== null && reason === 'donation'
      const name = isDonor ? seenDonor({ name: sender, isReferral: isReferral ?? false }, masks) : sender
      return [row.journal, { ...row, sender: name }]
    }),
  )
}

/** As the member knew it whose money now arrives, or leaves. */
export function describeOriginal(original: Original, arrives: boolean): string {
  const { reason, source, sender, recipient, share, at } = original
  const amount = show(usd(BigInt(original.amount)))
  const on = ` on ${at.toISOString().slice(0, 10)}`
  if (reason === 'donation')
    return arrives
      ? `your donation of ${amount}${on}`
      : `your share of ${sender ?? 'a member'}'s donation${on} (${shareName(share)})`
  if (reason === 'adjustment') return `the operators' credit of ${amount}${on}`
  if (source === 'available') return `your move of earnings to your impact balance${on}`
  return arrives ? `your transfer to ${recipient ?? 'a member'}${on}` : `the transfer from ${sender ?? 'a member'}${on}`
}

/** For other languages: what a reversal says with `describeOriginal`. */
export function meaningOfReversal(original: Original, arrives: boolean): EntryMeaning {
  const { reason, source, sender, recipient, why } = original
  const amount = show(usd(BigInt(original.amount)))
  const back = { day: original.at.toISOString().slice(0, 10), why }
  if (reason === 'donation') {
    if (arrives) return { code: 'reversal_of_donation', params: { amount, ...back } }
    const { code, params } = meaningOfShare(original.share, sender ?? '')
    return { code: `reversal_of_${code}`, params: { ...params, ...back } } as EntryMeaning
  }
  if (reason === 'adjustment') return { code: 'reversal_of_credit', params: { amount, ...back } }
  if (source === 'available') return { code: 'reversal_of_earnings_moved', params: back }
  return arrives
    ? { code: 'reversal_of_transfer_to', params: { other: recipient ?? '', ...back } }
    : { code: 'reversal_of_transfer_from', params: { other: sender ?? '', ...back } }
}

/** Its id in the member's own history. Shares and credits are in none. */
export const idOfOriginal = ({ reason, reference }: Original, arrives: boolean): string | null =>
  reason === 'transfer' || (reason === 'donation' && arrives) ? reference : null
