import type { EarningMonth } from '@trefoil/contract/reports'
import type { MemberId } from '@trefoil/core/ledger/account'
import { LEVELS, type EarningShare, type LevelShare } from '@trefoil/core/ledger/journal'
import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import { minus, negated, NOTHING, parseUsd, total, toDollars } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { stageOf } from '@trefoil/core/programme/stage'
import { earningRoom, earningThreshold } from '@trefoil/core/programme/standing'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { latestDonation } from '../ledger/latest-donation.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { countPages } from '../reports/count-pages.ts'
import { readCountedEarnings } from '../reports/earnings.ts'
import { earnedShares, firstEntry, type EarnedRange } from './counted.ts'
import {
  inDollars,
  inOneView,
  term,
  type Explained,
  type Explainer,
  type ExplainContext,
  type Question,
} from './explained.ts'
import { readLines } from './read-lines.ts'
import { say } from './say.ts'

const TEAM: readonly LevelShare[] = LEVELS.map((level): LevelShare => `level_${level}`)
const EARNING: readonly EarningShare[] = ['sponsor', ...TEAM]
const ALWAYS = { from: '0000-00', to: '9999-99' }
const NEVER_ENDS = '9223372036854775807'
const EVERYTHING: EarnedRange = { first: '1', end: NEVER_ENDS, months: ALWAYS, shares: EARNING, after: '0' }

const totalEarned: Explainer = (context, question) =>
  inOneView(context, async (tx) => {
    const { totals } = await readMemberBalances(tx, question.member)
    return sumOfShares(tx, { context, question, name: 'total_earn' }, { value: toDollars(totals.earned) })
  })

type Naming = { context: ExplainContext; question: Question; name: string }

async function sumOfShares(
  tx: Tx,
  { context, question: { member, query: page }, name }: Naming,
  { value, range = EVERYTHING }: { value: number; range?: EarnedRange },
): Promise<Explained> {
  const asked = { keyring: context.keyring, member, name, page }
  const lines = await readLines(tx, asked, earnedShares(member, range))
  return { value, terms: [], entries: { total: value, unit: 'usd', ...lines } }
}

/** Without a first month: since the beginning. */
const earned: Explainer = async (context, question) => {
  const { member, query } = question
  const { from, to, source } = query
  await countPages(context.db, member)
  return inOneView(context, async (tx) => {
    const { earned_before, months } = await readCountedEarnings(tx, member)
    requireMonths(months, [from, to])
    // Earlier amounts are not known by source: the report begins there with nothing.
    const isWhole = from === undefined && source === undefined
    const shares = source === undefined ? EARNING : source === 'team' ? TEAM : [source]
    const first = isWhole ? ALWAYS.from : (from ?? months[0]?.month ?? ALWAYS.from)
    const last = to ?? ALWAYS.to
    const within = months
      .filter(({ month }) => month >= first && month <= last)
      .flatMap(({ sources }) => sources.filter((each) => shares.includes(each.source)))
    const value = total([...within.map(({ amount }) => parseUsd(amount)), isWhole ? parseUsd(earned_before) : NOTHING])
    const range = { ...EVERYTHING, ...(await entriesIn(tx, member, { from: first, to: last })), shares }
    const name = ['earned', from, to, source].map((part) => part ?? '-').join(' ')
    return sumOfShares(tx, { context, question, name }, { value: toDollars(value), range })
  })
}

function requireMonths(months: readonly EarningMonth[], asked: readonly (string | undefined)[]): void {
  const unknown = asked.find((month) => month !== undefined && !months.some((each) => each.month === month))
  if (unknown !== undefined) throw new Refusal('not_found', `The report does not have the month ${unknown}.`)
}

/** Clocks may have been set back, but not by more than this. Entries of other months that it adds are left out again. */
const MARGIN = sql.raw(`interval '2 days'`)

/** Where the months begin and end among the entries, found by halving. */
async function entriesIn(tx: Tx, member: MemberId, months: EarnedRange['months']) {
  const { from, to } = months
  const start = (month: string) => sql`(${`${month}-01`}::date::timestamp at time zone 'utc')`
  return {
    months,
    first:
      from === ALWAYS.from
        ? '1'
        : await firstEntry(tx, member, sql<boolean>`j.created_at < ${start(from)} - ${MARGIN}`),
    end:
      to === ALWAYS.to
        ? NEVER_ENDS
        : await firstEntry(tx, member, sql<boolean>`j.created_at < ${start(to)} + interval '1 month' + ${MARGIN}`),
  }
}

const threshold: Explainer = (context, question) =>
  inOneView(context, async (tx) => {
    const { stages } = await currentProgramme(tx)
    const { window } = await readMemberBalances(tx, question.member)
    const whole = earningThreshold(stages, window)
    const left = earningRoom(stages, window)
    const missing = minus(left, minus(whole, window.earned))
    const { entries } = await earnedInWindow(tx, { context, question, name: 'earning_threshold' }, window)
    return {
      value: toDollars(left),
      terms: [
        wholeThreshold(window, stages, toDollars(whole)),
        term('usd', say('earned_since'), toDollars(negated(window.earned)), say('entries_below')),
        ...(missing > NOTHING ? [term('usd', say('never_below_zero'), toDollars(missing))] : []),
      ],
      entries,
    }
  })

const wholeOfWindow: Explainer = (context, { member }) =>
  inOneView(context, async (tx) => {
    const { stages } = await currentProgramme(tx)
    const { window } = await readMemberBalances(tx, member)
    const value = toDollars(earningThreshold(stages, window))
    return { value, terms: [wholeThreshold(window, stages, value)], entries: null }
  })

const windowEarned: Explainer = (context, question) =>
  inOneView(context, async (tx) => {
    const { window } = await readMemberBalances(tx, question.member)
    return earnedInWindow(tx, { context, question, name: 'window_earned' }, window)
  })

const thresholdUse: Explainer = (context, question) =>
  inOneView(context, async (tx) => {
    const { stages } = await currentProgramme(tx)
    const { window } = await readMemberBalances(tx, question.member)
    const whole = toDollars(earningThreshold(stages, window))
    const own = toDollars(window.earned)
    const { entries } = await earnedInWindow(tx, { context, question, name: 'threshold_use' }, window)
    return {
      // As the screen computes it.
      value: whole > 0 ? Math.round((own / whole) * 100) : 0,
      terms: [
        term('usd', say('earned_since_donation'), own, say('entries_below')),
        wholeThreshold(window, stages, whole),
      ],
      entries,
    }
  })

type Window = MemberBalances['window']

function wholeThreshold(window: Window, stages: Parameters<typeof stageOf>[0], whole: number) {
  const multiplier = Number(stageOf(stages, window.stage).earningMultiplierBasisPoints) / 10_000
  const amount = inDollars(toDollars(window.lastDonation))
  const note = say('multiplier_of_stage', { stage: Math.max(window.stage, 1) })
  return term('usd', say('last_donation_times', { amount, multiplier }), whole, note)
}

/** Shares of what was donated after the member's own latest donation, less what was taken back of them. */
async function earnedInWindow(tx: Tx, naming: Naming, { earned: own }: Window): Promise<Explained> {
  const { member } = naming.question
  const { rows } = await sql<{ id: string }>`
    select latest.id from (select ${member}::int as id) mine,
      lateral (${sql.raw(latestDonation('mine.id'))}) latest`.execute(tx)
  const after = rows[0]?.id ?? '0'
  const first = await firstEntry(tx, member, sql<boolean>`e.journal_id <= ${after}::bigint`)
  return sumOfShares(tx, naming, { value: toDollars(own), range: { ...EVERYTHING, first, after } })
}

export const EARNED = {
  total_earn: totalEarned,
  earned,
  earning_threshold: threshold,
  threshold_use: thresholdUse,
  whole_threshold: wholeOfWindow,
  window_earned: windowEarned,
} satisfies Record<string, Explainer>
