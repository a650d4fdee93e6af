import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { positionOf, TEAM_LEVELS, teamBelow } from '@trefoil/core/network/tree'
import { minimumDonation } from '@trefoil/core/programme/standing'
import { toDollars } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { readMasks, seenPerson, type PersonRow } from '../members/person.ts'
import { inDollars, term, type Explainer, type Question } from './explained.ts'
import { asItIs, say } from './say.ts'

type Other = {
  id: number
  stage: number
  /** Per level below them. */
  sizes: number[]
  /** Below the viewer, who is at 0. Null for a referral outside of the ten levels. */
  level: number | null
}

/** Somebody whom the viewer's screens show: of the team, or a referral, or the viewer. */
async function readOther(db: Reader, { member: viewer, query }: Question): Promise<Other> {
  const code = parseReferralCode(query.member ?? '') ?? ''
  const { rows } = await sql<Other>`
    select member.id, stage, sizes,
      case when member.id = ${viewer} then 0 else array_position(member.upline, ${viewer}::int) end as level
    from member join member_balance on member_balance.member_id = member.id join team on team.member_id = member.id
    where member.referral_code = ${code}
      and (member.id = ${viewer} or member.sponsor = ${viewer} or ${viewer} = any(member.upline))`.execute(db)
  if (!rows[0]) throw nobody()
  return rows[0]
}

const nobody = () => new Refusal('not_found', 'There is nobody with this reference in your team.')

const memberStage: Explainer = async ({ db }, question) => {
  const { stage } = await readOther(db, question)
  const { stages } = await currentProgramme(db)
  const steps = Array.from({ length: stage }, (_, index) => index + 1)
  return {
    value: stage,
    terms: [
      term('stage', say('before_first_donation'), 0),
      ...steps.map((each) => {
        const amount = inDollars(toDollars(minimumDonation(stages, each)))
        return term('stage', say('to_stage', { stage: each }), 1, say('needs_donation', { amount }))
      }),
    ],
    entries: null,
  }
}

const memberTeam: Explainer = async ({ db }, question) => {
  const { sizes, level } = await readOther(db, question)
  if (level === null) throw nobody()
  return {
    value: teamBelow(sizes, level),
    terms: sizes
      .slice(0, TEAM_LEVELS - level)
      .map((size, index) => term('count', say('on_level_below', { level: level + index + 1 }), size)),
    entries: null,
  }
}

type Step = PersonRow & { position: number; is_referral: boolean }

const memberLevel: Explainer = async ({ db }, question) => {
  const { id, level } = await readOther(db, question)
  if (level === null) throw nobody()
  const viewer = question.member
  const masks = await readMasks(db)
  const { rows } = await sql<Step>`
    select account.name, account.email, account.email_hidden, account.role, step.position,
      step.sponsor = ${viewer} as is_referral
    from member, unnest(array[member.id] || member.upline[1:${level}::int - 1]) with ordinality one(step_id, number)
    join member step on step.id = one.step_id join account on account.id = one.step_id
    where member.id = ${id} and ${level}::int > 0
    order by one.number desc`.execute(db)
  return {
    value: level,
    terms: rows.map((row, index) => {
      const { name } = seenPerson(row.is_referral ? 'sponsor' : 'team', row, masks)
      const position = positionOf(row.position)
      return term('count', asItIs(name), 1, say(index === 0 ? 'below_you' : 'below_one_before', { position }))
    }),
    entries: null,
  }
}

export const OTHERS = {
  member_stage: memberStage,
  member_level: memberLevel,
  member_team: memberTeam,
} satisfies Record<string, Explainer>
