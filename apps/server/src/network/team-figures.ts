import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { readMasks, seenPerson, type PersonRow } from '../members/person.ts'

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

/** The size of the team, by level and by stage. */
export async function readTeamFigures(db: Reader, viewer: number) {
  const { rows } = await sql<Row>`
    select sizes as by_level, referrals, active_referrals, by_stage from team, lateral (
      select array[${sql.join(STAGES.map((stage) => sql`coalesce(sum(counts[${sql.lit(stage + 1)}]), 0)`))}]::int[] as by_stage
      from team_span where ancestor = member_id
    ) stages
    where member_id = ${viewer}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`Member ${viewer} has no team`)
  const { by_level, by_stage, referrals, active_referrals } = row
  return {
    stats: { total_members: sum(by_level), active_members: sum(by_stage.slice(1)) },
    team: { total_referrals: referrals, active_referrals, by_level, by_stage },
  }
}

type Row = { by_level: number[]; by_stage: number[]; referrals: number; active_referrals: number }

const STAGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Up to ten members of the team with the most referrals; of equals, the earlier member comes first. */
export async function readTopReferrers(db: Reader, viewer: number) {
  const masks = await readMasks(db)
  const { rows } = await sql<PersonRow & { referrals: number; stage: number; is_referral: boolean }>`
    select name, email, email_hidden, role, referrals, stage, sponsor = ${viewer} as is_referral
    from team join account on account.id = team.member_id join member on member.id = team.member_id join member_balance on member_balance.member_id = team.member_id
    where team.member_id = any(array(select unnest(top_referrers) from team where member_id = ${viewer}))
    order by referrals desc, account.id`.execute(db)
  return rows.map((row) => ({
    name: seenPerson(row.is_referral ? 'sponsor' : 'team', row, masks).name,
    referrals: row.referrals,
    stage: row.stage,
  }))
}
