import { accountOf, type MemberAccountKind, type SystemAccountKind } from '@trefoil/core/ledger/account'
import type { Credit, Reason, Share } from '@trefoil/core/ledger/journal'
import { usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Original } from '../ledger/reversal-facts.ts'

type Row = {
  reason: Reason
  reference: string
  rule_version: number
  source: AccountKind
  source_member: number
  account: AccountKind
  member_id: number
  amount: string
  share: Share
}
type AccountKind = MemberAccountKind | SystemAccountKind

/** A journal as it was posted. */
export async function readOriginal(db: Reader, id: number): Promise<Original> {
  const { rows } = await sql<Row>`
    select j.reason, j.reference, j.rule_version, j.source, j.source_member, e.account, e.member_id, e.amount, e.share
    from journal j join entry e on e.journal_id = j.id and e.amount > 0
    where j.id = ${id} order by e.share, e.member_id, e.sequence`.execute(db)
  const [first, ...others] = rows
  if (!first) throw new Refusal('not_found', 'There is no such journal.')
  const { reason, reference, source, source_member } = first
  const members = [source_member, ...rows.map(({ member_id }) => member_id)]
  return {
    id: BigInt(id),
    journal: {
      source: accountOf(source, source_member),
      credits: [creditFrom(first), ...others.map(creditFrom)],
      reason,
      reference,
      ruleVersion: first.rule_version,
    },
    members: [...new Set(members)].filter((member) => member > 0),
  }
}

const creditFrom = ({ account, member_id, amount, share }: Row): Credit => ({
  target: accountOf(account, member_id),
  amount: usd(BigInt(amount)),
  share,
})
