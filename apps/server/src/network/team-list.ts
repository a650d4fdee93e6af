import type { TeamMember } from '@trefoil/contract/network'
import { positionOf } from '@trefoil/core/network/tree'
import { STAGE_MAX } from '@trefoil/core/programme/stage'
import { statusAt, type Status } from '@trefoil/core/programme/standing'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

export type TeamFilter = { stage?: number | undefined; status?: Status | undefined }
export type TeamRequest = TeamFilter & { viewer: number; page: number; limit: number }

/** A page of the team, by level, then by joining, and the total number of matches. */
export async function listTeam(db: Reader, request: TeamRequest): Promise<{ members: TeamMember[]; total: number }> {
  const stages = stagesFor(request)
  if (!stages) return { members: [], total: 0 }
  const { viewer, page, limit } = request
  const { rows } = await sql<Row>`
    select total, page.level, page.stage, account.name, account.email, member.referral_code, member.position,
      sponsor.name as sponsor_name,
      case when ${isContactOf(viewer)} then sponsor.email end as sponsor_email
    from team_page(${viewer}, ${stages.from}, ${stages.to}, ${(page - 1) * limit}, ${limit}) page
    left join member on member.id = page.member_id
    left join account on account.id = page.member_id
    left join account sponsor on sponsor.id = member.sponsor
    left join member sponsor_place on sponsor_place.id = member.sponsor
    order by page.number`.execute(db)
  const members = rows.flatMap((row) => (row.level === null ? [] : teamMemberFrom(row)))
  return { members, total: Number(rows[0]?.total) }
}

type Row = { total: string } & (FilledRow | { level: null })
type FilledRow = {
  level: number
  stage: number
  name: string
  email: string
  referral_code: string
  position: number
  sponsor_name: string
  sponsor_email: string | null
}

/** Undefined: no stage matches both. */
function stagesFor({ stage, status }: TeamFilter): { from: number; to: number } | undefined {
  if (stage !== undefined)
    return status === undefined || status === statusAt(stage) ? { from: stage, to: stage } : undefined
  return { from: status === 'active' ? 1 : 0, to: status === 'inactive' ? 0 : STAGE_MAX }
}

/**
 * Whose e-mail address the viewer may read: their own, their team's, their sponsor's, their referrals', and that of
 * anybody they exchanged a transfer with. The transfers are checked last, which only happens for members above.
 */
const isContactOf = (viewer: number) => sql`
  ${viewer} in (sponsor_place.id, sponsor_place.sponsor) or ${viewer} = any(sponsor_place.upline)
  or sponsor_place.id = (select own.sponsor from member own where own.id = ${viewer})
  or exists (
    select from journal
    where reason = 'transfer' and source_member = ${viewer} and target_member = sponsor_place.id
  )
  or exists (
    select from journal
    where reason = 'transfer' and target_member = ${viewer} and source_member = sponsor_place.id
  )`

const teamMemberFrom = (row: FilledRow): TeamMember => ({
  name: row.name,
  email: row.email,
  status: statusAt(row.stage),
  referral_code: row.referral_code,
  stage: row.stage,
  level: row.level,
  position: positionOf(row.position),
  referred_by: { name: row.sponsor_name, email: row.sponsor_email },
})
