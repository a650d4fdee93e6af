import type { TeamMember } from '@trefoil/contract/network'
import type { Bond } from '@trefoil/core/identity/privacy'
import { positionOf } from '@trefoil/core/network/tree'
import { STAGE_MAX } from '@trefoil/core/programme/stage'
import { statusAt, type Status } from '@trefoil/core/programme/standing'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/database.ts'
import { readMasks, seenPerson, type Masks, type PersonRow } from '../members/person.ts'

export type TeamFilter = { stage?: number | undefined; status?: Status | undefined }
export type TeamRequest = TeamFilter & { viewer: number; page: number; limit: number }

/** A page of the team, by level, then by joining, and the total number of matches. */
export async function listTeam(db: Reader, request: TeamRequest): Promise<{ members: TeamMember[]; total: number }> {
  const stages = stagesFor(request)
  if (!stages) return { members: [], total: 0 }
  const { viewer, page, limit } = request
  const masks = await readMasks(db)
  const { rows } = await sql<Row>`
    select total, page.level, page.stage, ${personJson('account')} as person, member.referral_code, member.position,
      member.sponsor = ${viewer} as is_referral, ${personJson('sponsor')} as sponsor, ${bondOf(viewer, limit)} as sponsor_bond
    from team_page(${viewer}, ${stages.from}, ${stages.to}, ${(page - 1) * limit}, ${limit}) page
    left join member on member.id = page.member_id
    left join account on account.id = page.member_id
    left join account sponsor on sponsor.id = member.sponsor
    left join member sponsor_place on sponsor_place.id = member.sponsor
    order by page.number`.execute(db)
  const members = rows.flatMap((row) => (row.level === null ? [] : teamMemberFrom(row, masks)))
  return { members, total: Number(rows[0]?.total) }
}

type Row = { total: string } & (FilledRow | { level: null })
type FilledRow = {
  level: number
  stage: number
  person: PersonRow
  referral_code: string
  position: number
  is_referral: boolean
  sponsor: PersonRow
  sponsor_bond: Bond
}

const personJson = (account: 'account' | 'sponsor') => sql`
  json_build_object('name', ${sql.ref(`${account}.name`)}, 'email', ${sql.ref(`${account}.email`)},
    'email_hidden', ${sql.ref(`${account}.email_hidden`)}, 'role', ${sql.ref(`${account}.role`)})`

/** Undefined: no stage matches both. */
function stagesFor({ stage, status }: TeamFilter): { from: number; to: number } | undefined {
  if (stage !== undefined)
    return status === undefined || status === statusAt(stage) ? { from: stage, to: stage } : undefined
  return { from: status === 'active' ? 1 : 0, to: status === 'inactive' ? 0 : STAGE_MAX }
}

/**
 * What the viewer is to a sponsor in the list. Somebody they exchanged a transfer with is a contact; that is checked last,
 * which only happens for members above.
 */
const bondOf = (viewer: number, rows: number) => sql`
  case when sponsor_place.id = ${viewer} then 'self'
    when sponsor_place.sponsor = ${viewer} then 'sponsor'
    when ${viewer} = any(sponsor_place.upline) then 'team'
    when sponsor_place.id = (select own.sponsor from member own where own.id = ${viewer}) then 'contact'
    when ${haveExchanged(viewer, rows)} then 'contact'
    else 'stranger' end`

/**
 * Either all transfers of the viewer are read once, or those of a sponsor for each row: whichever is less. The
 * lengths of their histories tell, and no index may lead elsewhere: hence `+ 0`.
 */
const haveExchanged = (viewer: number, rows: number) => sql`
  case when ${historyOf(sql`${viewer}`)} < ${rows} * ${historyOf(sql`sponsor_place.id`)}
    then sponsor_place.id in (
      select target_member from journal where reason = 'transfer' and source_member = ${viewer}
      union all select source_member from journal where reason = 'transfer' and target_member = ${viewer}
    )
    else (
      select true from journal
      where reason = 'transfer' and source_member = sponsor_place.id and target_member + 0 = ${viewer} limit 1
    ) or (
      select true from journal
      where reason = 'transfer' and target_member = sponsor_place.id and source_member + 0 = ${viewer} limit 1
    ) end`

/** Members only send and receive from impact balance to impact balance. */
const historyOf = (member: RawBuilder<unknown>) => sql`
  (select impact_sequence from member_balance where member_id = ${member})`

const teamMemberFrom = (row: FilledRow, masks: Masks): TeamMember => ({
  ...seenPerson(row.is_referral ? 'sponsor' : 'team', row.person, masks),
  status: statusAt(row.stage),
  referral_code: row.referral_code,
  stage: row.stage,
  level: row.level,
  position: positionOf(row.position),
  referred_by: seenPerson(row.sponsor_bond, row.sponsor, masks),
})
