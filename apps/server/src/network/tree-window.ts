import type { TreeNode } from '@trefoil/contract/network'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { growTree, positionOf, TEAM_LEVELS, teamBelow } from '@trefoil/core/network/tree'
import { statusAt } from '@trefoil/core/programme/standing'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { readMasks, seenPerson, type Masks, type PersonRow } from '../members/person.ts'

export type WindowRequest = { viewer: number; root?: string | undefined; depth: number }

/**
 * The tree from the viewer, or from a member of the team, some levels down, but never below the viewer's tenth level.
 */
export async function readTreeWindow(db: Reader, { viewer, root, depth }: WindowRequest): Promise<TreeNode> {
  const code = root === undefined ? null : (parseReferralCode(root) ?? '')
  const masks = await readMasks(db)
  const { rows } = await sql<Row>`
    select seen.*, name, email, email_hidden, role, stage, sizes,
      case when seen.id = ${viewer} then 'self' when member.sponsor = ${viewer} then 'sponsor' else 'team' end as bond
    from team_window(${viewer}, ${code}, ${depth}) seen
    join account on account.id = seen.id join member on member.id = seen.id join member_balance on member_balance.member_id = seen.id join team on team.member_id = seen.id
    order by seen.level`.execute(db)
  if (!rows[0]) throw new Refusal('not_found', 'There is nobody with this reference in your team.')
  const bottom = Math.min(rows[0].level + depth, TEAM_LEVELS)
  return growTree(rows.map((row) => ({ place: row, node: nodeFrom(row, { bottom, masks }) })))
}

type Row = PersonRow & {
  id: number
  bond: 'self' | 'sponsor' | 'team'
  parent: number | null
  slot: number | null
  referral_code: string
  level: number
  stage: number
  sizes: number[]
}

const nodeFrom = (row: Row, { bottom, masks }: { bottom: number; masks: Masks }) => {
  const { referral_code, slot, stage, level, sizes } = row
  const below = teamBelow(sizes, level)
  return {
    ref: referral_code,
    name: seenPerson(row.bond, row, masks).name,
    position: slot === null ? null : positionOf(slot),
    stage,
    status: statusAt(stage),
    level,
    team_size: below,
    has_more: level === bottom && below > 0,
  }
}
