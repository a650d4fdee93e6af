import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Hash } from '../chain/chain.ts'
import { payoutId } from '../chain/payout-id.ts'
import type { Reader } from '../db/database.ts'
import { readInstallationId } from '../db/installation-id.ts'

export type NumberedPayout = { number: number; id: Hash }

/** Of each member, the payout after those that the vault has paid and the one that is claimed. */
export async function nextPayouts(
  db: Reader,
  members: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, NumberedPayout>> {
  if (members.length === 0) return new Map()
  const idOf = await payoutIds(db)
  const { rows } = await sql<{ member: MemberId; number: number }>`
    select member, 1 + greatest(
        (select coalesce(max(payout_number), 0) from withdrawal where member_id = member),
        (select coalesce(max(payout_number), 0) from lost_payment where member_id = member)) as number
    from unnest(${[...new Set(members)]}::int[]) member`.execute(db)
  return new Map(rows.map(({ member, number }) => [member, { number, id: idOf(member, number) }]))
}

/** What the member's claimed withdrawal is paid under. */
export async function readClaimed(db: Reader, member: MemberId): Promise<Hash | undefined> {
  const row = await db
    .selectFrom('withdrawal')
    .select('payout_id')
    .where('member_id', '=', member)
    .where('state', '=', 'claimed')
    .where('payout_number', 'is not', null)
    .executeTakeFirst()
  return (row?.payout_id ?? undefined) as Hash | undefined
}

/** Pure from here on: the installation's id never changes. */
export async function payoutIds(db: Reader): Promise<(member: MemberId, number: number) => Hash> {
  const id = await readInstallationId(db)
  return (owner, number) => payoutId(id, { owner, number })
}
