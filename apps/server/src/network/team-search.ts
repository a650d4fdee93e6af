import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { positionOf } from '@trefoil/core/network/tree'
import { statusAt } from '@trefoil/core/programme/standing'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

const FOUND_MAX = 20

/** The nearest of the team whose name or e-mail contains the words, or whose referral code they are. */
export async function searchTeam(db: Reader, { viewer, words }: { viewer: number; words: string }) {
  const pattern = `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Row>`
    select name, email, referral_code, position, stage, found.level, array(
      select above.referral_code from unnest(upline[:found.level - 1]) with ordinality up(id, distance)
      join member above using (id) order by distance desc
    ) as path
    from search_team(${viewer}, ${pattern}, ${parseReferralCode(words) ?? null}, ${FOUND_MAX}) with ordinality
      found(id, level, turn)
    join account on account.id = found.id join member on member.id = found.id join purse on purse.member_id = found.id
    order by turn`.execute(db)
  return rows.map(({ position, ...row }) => ({
    ...row,
    ref: row.referral_code,
    status: statusAt(row.stage),
    position: positionOf(position),
  }))
}

type Row = {
  name: string
  email: string
  referral_code: string
  position: number
  stage: number
  level: number
  path: string[]
}
