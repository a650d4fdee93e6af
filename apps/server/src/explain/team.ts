import type { ExplainedLine, Term } from '@trefoil/contract/explain'
import type { Referral } from '@trefoil/contract/network'
import type { PerformanceMonth } from '@trefoil/contract/reports'
import { parseUsd, toDollars, total } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { listReferrals } from '../network/referrals.ts'
import { readTeamFigures, readTopReferrers } from '../network/team-figures.ts'
import { readPerformance } from '../reports/performance.ts'
import {
  inDollars,
  inOneView,
  term,
  type Explained,
  type Explainer,
  type ExplainContext,
  type Question,
} from './explained.ts'
import { asItIs, say, type Said } from './say.ts'

const count = (label: Said, value: number, note: Said | null = null): Term => term('count', label, value, note)
const counted = (value: number, terms: Term[]): Explained => ({ value, terms, entries: null })
const levelName = (level: number): Said => say('level', { level })
const stageName = (stage: number): Said => (stage === 0 ? say('not_started') : say('stage', { stage }))

const networkSize: Explainer = async ({ db }, { member }) => {
  const { stats, team } = await readTeamFigures(db, member)
  return counted(
    stats.total_members,
    team.by_level.map((members, index) => count(levelName(index + 1), members)),
  )
}

const activeMembers: Explainer = async ({ db }, { member }) => {
  const { stats, team } = await readTeamFigures(db, member)
  return counted(
    stats.active_members,
    team.by_stage.slice(1).map((members, index) => count(stageName(index + 1), members)),
  )
}

const topReferrers: Explainer = async ({ db }, { member }) => {
  const top = await readTopReferrers(db, member)
  return counted(
    top.length,
    top.map(({ name, referrals }) => count(asItIs(name), 1, say('referred', { count: referrals }))),
  )
}

const referrals =
  (counts: (referral: Referral) => boolean, figure: 'total_referrals' | 'active_referrals'): Explainer =>
  async (context, { member, query: { cursor, limit } }) =>
    inOneView(context, async (tx) => {
      const { team } = await readTeamFigures(tx, member)
      const value = team[figure]
      const page = await listReferrals({ db: tx, keyring: context.keyring }, member, { cursor, limit })
      return {
        value,
        terms: [],
        entries: {
          total: value,
          unit: 'count',
          lines: page.referrals.map((referral) => lineOf(referral, counts(referral))),
          next_cursor: page.next_cursor,
        },
      }
    })

const lineOf = ({ name, status, joined }: Referral, isCounted: boolean): ExplainedLine => ({
  at: joined,
  type: 'Referral',
  description: say(`referral_${status}`, { name }).text,
  code: `referral_${status}`,
  params: { name },
  amount: isCounted ? 1 : 0,
  rule_version: null,
  share: null,
  decided: null,
})

/** The months of the report that were asked for. */
async function readMonths({ db }: ExplainContext, { member, query: { from, to } }: Question) {
  const months = await readPerformance(db, member)
  const known = (asked: string | undefined) => asked === undefined || months.some(({ month }) => month === asked)
  if (!known(from) || !known(to)) throw new Refusal('not_found', 'The report does not have this month.')
  const within = months.filter(
    ({ month }) => (from === undefined || month >= from) && (to === undefined || month <= to),
  )
  return { months, within }
}

const perMonth =
  (valueOf: (month: PerformanceMonth) => number, noteOf: (month: PerformanceMonth) => Said | null): Explainer =>
  async (context, question) => {
    const { within } = await readMonths(context, question)
    const terms = within.toReversed().map((month) => count(asItIs(month.month), valueOf(month), noteOf(month)))
    return counted(
      terms.reduce((sum, { value }) => sum + value, 0),
      terms,
    )
  }

const teamSize: Explainer = async (context, question) => {
  const { months, within } = await readMonths(context, question)
  const later = months.slice(within.length)
  return counted(within.at(-1)?.members ?? 0, [
    count(say('team_today'), months.at(-1)?.members ?? 0),
    ...later.toReversed().map(({ month, joined }) => count(say('joined_in', { month }), 0 - joined)),
  ])
}

/** Who gave what is theirs to tell: members see the sums. */
const teamDonations: Explainer = async (context, question) => {
  const { within } = await readMonths(context, question)
  return {
    value: toDollars(total(within.map(({ donated }) => parseUsd(donated)))),
    terms: within
      .toReversed()
      .map(({ month, donated, donations }) =>
        term('usd', asItIs(month), donated, say('donations', { count: donations })),
      ),
    entries: null,
  }
}

type Cell = { level: number; stage: number; members: number }

/** By level and stage. A level is a few rows. */
async function readCells(db: Reader, viewer: number): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select level, (each.place - 1)::int as stage, sum(each.members)::int as members
    from team_span, unnest(counts) with ordinality each(members, place)
    where ancestor = ${viewer} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

const teamLevel: Explainer = async ({ db }, { member, query: { level } }) => {
  const cells = (await readCells(db, member)).filter((cell) => cell.level === level)
  return counted(
    cells.reduce((sum, { members }) => sum + members, 0),
    cells.map(({ stage, members }) => count(stageName(stage), members)),
  )
}

const teamStage: Explainer = async ({ db }, { member, query: { stage } }) => {
  const cells = (await readCells(db, member)).filter((cell) => cell.stage === stage)
  return counted(
    cells.reduce((sum, { members }) => sum + members, 0),
    cells.map(({ level, members }) => count(levelName(level), members)),
  )
}

export const TEAM = {
  network_size: networkSize,
  active_members: activeMembers,
  top_referrers: topReferrers,
  total_referrals: referrals(() => true, 'total_referrals'),
  active_referrals: referrals(({ status }) => status === 'active', 'active_referrals'),
  joined: perMonth(
    ({ joined }) => joined,
    () => null,
  ),
  team_size: teamSize,
  team_donations: teamDonations,
  team_donation_count: perMonth(
    ({ donations }) => donations,
    ({ donated }) => say('together', { amount: inDollars(donated) }),
  ),
  team_level: teamLevel,
  team_stage: teamStage,
} satisfies Record<string, Explainer>
