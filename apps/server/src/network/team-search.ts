import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { positionOf, teamBelow } from '@trefoil/core/network/tree'
import { statusAt } from '@trefoil/core/programme/standing'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { readMasks, seenPerson, type PersonRow } from '../members/person.ts'

const FOUND_MAX = 20

/** The index needs three letters or digits in a row. Shorter words mean a scan of the whole team, up to this size. */
const SHORT_WORDS_TEAM_MAX = 10_000

export type SearchRequest = { viewer: number; words: string; shortWordsTeamMax?: number }

/** The nearest members of the team whose name or e-mail contains the words, or who have this referral code. */
export async function searchTeam(
  db: Reader,
  { viewer, words, shortWordsTeamMax = SHORT_WORDS_TEAM_MAX }: SearchRequest,
) {
  if (!/[\p{L}\p{N}]{3}/u.test(words) && (await teamSize(db, viewer)) > shortWordsTeamMax)
    throw new Refusal('invalid_request', 'Please type at least three letters or digits in a row.', {
      name: 'search_too_short',
    })
  const masks = await readMasks(db)
  const pattern = `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Row>`
    select name, email, email_hidden, role, sponsor = ${viewer} as is_referral, referral_code, position, stage, found.level, array(
      select above.referral_code from unnest(upline[:found.level - 1]) with ordinality up(id, distance)
      join member above using (id) order by distance desc
    ) as path
    from search_team(${viewer}, ${pattern}, ${parseReferralCode(words) ?? null}, ${FOUND_MAX}, masked => ${masks.masks}) with ordinality
      found(id, level, turn)
    join account on account.id = found.id join member on member.id = found.id join member_balance on member_balance.member_id = found.id
    order by turn`.execute(db)
  return rows.map((row) => ({
    ...seenPerson(row.is_referral ? 'sponsor' : 'team', row, masks),
    referral_code: row.referral_code,
    ref: row.referral_code,
    stage: row.stage,
    status: statusAt(row.stage),
    level: row.level,
    position: positionOf(row.position),
    path: row.path,
  }))
}

type Row = PersonRow & {
  is_referral: boolean
  referral_code: string
  position: number
  stage: number
  level: number
  path: string[]
}

async function teamSize(db: Reader, viewer: number): Promise<number> {
  const team = await db.selectFrom('team').select('sizes').where('member_id', '=', viewer).executeTakeFirstOrThrow()
  return teamBelow(team.sizes, 0)
}
