import type { explainFigure } from '@trefoil/contract/explain'
import type { Figure } from '@trefoil/contract/figures'
import type { TreeNode } from '@trefoil/contract/network'
import type { QueryOf } from '@trefoil/contract/route'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import { LOCAL_CHAIN_ID } from '../chain/local-keys.ts'
import type { Database } from '../db/database.ts'
import { listReferrals } from '../network/referrals.ts'
import { listTeam } from '../network/team-list.ts'
import { readTreeWindow } from '../network/tree-window.ts'
import { readActivities } from '../reports/activities.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readTransactions } from '../transactions/history.ts'
import { readTransfers } from '../transfers/history.ts'

/** A figure that a screen shows, and what it says there. */
export type Shown = { figure: Figure; query?: Omit<QueryOf<typeof explainFigure>, 'cursor' | 'limit'>; value: number }

type Context = { db: Database; keyring: Keyring }

/** The rows of histories: the newest of each. */
export async function singleFigures({ db, keyring }: Context, member: MemberId): Promise<Shown[]> {
  const page = { limit: 8 }
  const { activities } = await readActivities({ db, keyring }, member, page)
  const { transfers } = await readTransfers({ db, keyring }, member, page)
  const context = { db, keyring, chain: { id: LOCAL_CHAIN_ID } as Chain, confirmations: 3 }
  const { transactions } = await readTransactions(context, member, page)
  return [
    ...activities.flatMap(({ metadata: { place, amount = 0, direction } }): Shown[] =>
      place ? [{ figure: 'entry', query: place, value: direction === 'out' ? -amount : amount }] : [],
    ),
    ...transfers.map(({ _id, amount }): Shown => ({ figure: 'transfer', query: { transfer: _id }, value: amount })),
    ...transactions.map(({ _id, type, amount }): Shown =>
      type === 'Deposit'
        ? { figure: 'deposit', query: { deposit: _id }, value: amount }
        : { figure: 'withdrawal', query: { withdrawal: _id }, value: amount },
    ),
  ]
}

/** What the tables and the tree say about others. */
export async function otherFigures({ db, keyring }: Context, viewer: MemberId): Promise<Shown[]> {
  const { members } = await listTeam(db, { viewer, page: 1, limit: 4 })
  const tree = await readTreeWindow(db, { viewer, depth: 1 })
  const { referrals } = await listReferrals({ db, keyring }, viewer, { limit: 1 })
  return [
    ...members.flatMap(({ referral_code: member, stage, level }): Shown[] => [
      { figure: 'member_stage', query: { member }, value: stage },
      { figure: 'member_level', query: { member }, value: level },
    ]),
    ...referrals.map(({ referral_code: member, stage }): Shown => ({
      figure: 'member_stage',
      query: { member },
      value: stage,
    })),
    ...nodesOf(tree).map(({ ref, team_size }): Shown => ({
      figure: 'member_team',
      query: { member: ref },
      value: team_size,
    })),
  ]
}

const nodesOf = (node: TreeNode): TreeNode[] => [
  node,
  ...Object.values(node.children).flatMap((child) => (child ? nodesOf(child) : [])),
]

/** What a donor is told about each part, from the stored division. */
export async function partFigures(db: Database, donation: string): Promise<Shown[]> {
  const { rows } = await sql<{ division: DivisionRecord }>`
    select division_of(d) as division from journal j join donation d on d.journal_id = j.id
    where j.reference = ${donation}`.execute(db)
  const division = rows[0]!.division.filter(({ due, paid }) => due > 0 || paid > 0)
  const paid = (counts: (share: string) => boolean) =>
    division.filter(({ share }) => counts(share)).reduce((sum, row) => sum + units(row.paid), 0n)
  const cause = division.find(({ share }) => share === 'cause')!
  const shown = (part: string, value: bigint): Shown => ({
    figure: 'donation_part',
    query: { donation, part },
    value: toDollars(usd(value)),
  })
  return [
    ...division.map((row) => shown(row.share, units(row.paid))),
    shown('promised', units(cause.due)),
    ...(cause.paid > cause.due ? [shown('passed_on', units(cause.paid) - units(cause.due))] : []),
    shown(
      'level_1-10',
      paid((share) => share.startsWith('level_')),
    ),
    shown(
      'level_2-4',
      paid((share) => ['level_2', 'level_3', 'level_4'].includes(share)),
    ),
  ]
}

const units = (dollars: number): bigint => BigInt(Math.round(dollars * 100_000))
