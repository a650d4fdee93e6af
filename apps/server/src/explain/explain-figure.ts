import type { explainFigure as route } from '@trefoil/contract/explain'
import { FIGURE_PARTS, textOf, type Figure } from '@trefoil/contract/figures'
import type { ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { EARNED } from './earned.ts'
import type { ExplainContext, Explainer, Question } from './explained.ts'
import { GIFTS } from './gifts.ts'
import { MONEY } from './money.ts'
import { OTHERS } from './others.ts'
import { RULES } from './rules.ts'
import { SINGLE } from './single.ts'
import { TEAM } from './team.ts'

const EXPLAINERS: Record<Figure, Explainer> = { ...MONEY, ...EARNED, ...TEAM, ...RULES, ...GIFTS, ...OTHERS, ...SINGLE }

export async function explainFigure(
  context: ExplainContext,
  figure: Figure,
  question: Question,
): Promise<ReplyOf<typeof route>['data']> {
  const { title, is, formula, unit, needs = [], may = [] } = textOf(figure)
  const given = FIGURE_PARTS.filter((part) => question.query[part] !== undefined)
  const missing = needs.find((part) => !given.includes(part))
  if (missing) throw new Refusal('invalid_request', `This figure needs ${missing}.`)
  const odd = given.find((part) => !needs.includes(part) && !may.includes(part))
  if (odd) throw new Refusal('invalid_request', `This figure has no ${odd}.`)
  const explained = await EXPLAINERS[figure](context, question)
  return { figure, title, is, formula, unit, ...explained, rules: await rulesInForce(context.db) }
}

async function rulesInForce(db: Reader): Promise<{ version: number; active_from: string }> {
  const { version, active_from } = await db
    .selectFrom('programme')
    .select(['version', 'active_from'])
    .where('active_from', '<=', sql<Date>`now()`)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { version, active_from: active_from.toISOString() }
}
