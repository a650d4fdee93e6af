import type { readRules as route } from '@trefoil/contract/explain'
import type { ReplyOf } from '@trefoil/contract/route'
import { returnableNow } from '@trefoil/core/ledger/returnable'
import { minus, NOTHING, toDollars } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { causePercent } from '@trefoil/core/programme/programme'
import { readProgramme, recordOf } from '@trefoil/core/programme/programme-record'
import { minimumDonation, statusAt } from '@trefoil/core/programme/standing'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { latestDonation } from '../ledger/latest-donation.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { dollars, inDollars, inOneView, term, type Explainer } from './explained.ts'
import { say } from './say.ts'

const minDonation: Explainer = async ({ db }, { member }) => {
  const { stages, version } = await currentProgramme(db)
  const { window } = await readMemberBalances(db, member)
  const value = toDollars(minimumDonation(stages, window.stage))
  const label = say('requirement_of_stage', { stage: Math.max(window.stage, 1) })
  return { value, terms: [term('usd', label, value, say('rules_version', { version }))], entries: null }
}

const stageRequirement: Explainer = async ({ db }, { query: { stage: asked = 1 } }) => {
  if (asked === 0) throw new Refusal('not_found', 'Everybody begins at stage 0.')
  const { stages, version } = await currentProgramme(db)
  const value = toDollars(minimumDonation(stages, asked))
  const label = say('requirement_of_stage', { stage: asked })
  return { value, terms: [term('usd', label, value, say('rules_version', { version }))], entries: null }
}

const minWithdrawal: Explainer = async ({ db }) => {
  const { minWithdrawal: least, version } = await currentProgramme(db)
  const value = toDollars(least)
  const terms = [term('usd', say('minimum_withdrawal'), value, say('rules_version', { version }))]
  return { value, terms, entries: null }
}

const returnable: Explainer = (context, { member }) =>
  inOneView(context, async (tx) => {
    const { offersReturns, version } = await currentProgramme(tx)
    const balances = await readMemberBalances(tx, member)
    const { impact, returnable: unspent } = balances
    const value = offersReturns ? returnableNow(balances) : NOTHING
    const checked = offersReturns ? minus(value, unspent) : NOTHING
    const other = minus(minus(value, checked), impact.balance)
    const note = offersReturns ? say('spent_first') : say('rules_return_none', { version })
    const terms = [
      term('usd', say('impact_balance'), dollars(impact.balance)),
      term('usd', say('not_deposited'), dollars(other), note),
      ...(checked < NOTHING ? [term('usd', say('still_checked'), dollars(checked))] : []),
    ]
    return { value: dollars(value), terms, entries: null }
  })

type Latest = { amount: string; stage: number }

const stage: Explainer = (context, { member }) =>
  inOneView(context, async (tx) => {
    const { window } = await readMemberBalances(tx, member)
    const { rows } = await sql<Latest & { before: number }>`
      select latest.amount, latest.stage, donation.closed_stage as before
      from (select ${member}::int as id) mine, lateral (${sql.raw(latestDonation('mine.id'))}) latest
      join donation on donation.journal_id = latest.id`.execute(tx)
    const [latest] = rows
    const terms = latest
      ? [
          term('stage', say('before_last_donation'), latest.before),
          term(
            'stage',
            say('by_donation', { amount: inDollars(dollars(BigInt(latest.amount))) }),
            latest.stage - latest.before,
          ),
        ]
      : [term('stage', say('before_your_first_donation'), 0)]
    return { value: window.stage, terms, entries: null }
  })

const status: Explainer = async ({ db }, { member }) => {
  const { window } = await readMemberBalances(db, member)
  const value = statusAt(window.stage) === 'active' ? 1 : 0
  return { value, terms: [term('stage', say('your_stage'), window.stage)], entries: null }
}

export const RULES = {
  min_donation: minDonation,
  stage_requirement: stageRequirement,
  min_withdrawal: minWithdrawal,
  returnable,
  stage,
  status,
} satisfies Record<string, Explainer>

type Rules = ReplyOf<typeof route>['data']

/** Those that are or were in force: members learn of later ones when they begin. */
export async function readRules(db: Reader, version: number): Promise<Rules> {
  const row = await db
    .selectFrom('programme')
    .select(['rules', 'active_from'])
    .where('version', '=', version)
    .where('active_from', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such version of the rules.')
  const programme = readProgramme(version, row.rules)
  const { stages, shares_basis_points: shares, min_withdrawal } = recordOf(programme)
  const percent = (basisPoints: number) => basisPoints / 100
  return {
    version,
    active_from: row.active_from.toISOString(),
    stages,
    shares: {
      sponsor: percent(shares.sponsor),
      levels: shares.levels.map(percent),
      operations: percent(shares.operations),
      cause: causePercent(programme.shares),
    },
    min_withdrawal,
  }
}
