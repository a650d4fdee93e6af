import type { explainFigure as route } from '@trefoil/contract/explain'
import { FIGURE_NAMES, type Figure } from '@trefoil/contract/figures'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import type { MemberId } from '@trefoil/core/ledger/account'
import { negated, toDollars, usd } from '@trefoil/core/money'
import { earningRoom, earningThreshold, minimumDonation } from '@trefoil/core/programme/standing'
import { expect, test } from 'vitest'
import { readCauses } from '../causes/read-causes.ts'
import { LOCAL_CHAIN_ID } from '../chain/local-keys.ts'
import { readDonations } from '../donations/history.ts'
import { readBalanceSummary } from '../ledger/balance-summary.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { readTeamFigures, readTopReferrers } from '../network/team-figures.ts'
import { catchUpReports } from '../reports/bring-forward.ts'
import { readEarnings } from '../reports/earnings.ts'
import { readPerformance } from '../reports/performance.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { adjust, writeMoneyHistories } from '../testing/money-histories.ts'
import { randomFrom } from '../testing/random.ts'
import { otherFigures, partFigures, singleFigures, type Shown } from '../testing/shown-figures.ts'
import { openTestWallet, type TestWallet } from '../testing/wallet.ts'
import { explainFigure } from './explain-figure.ts'

const isLong = process.env['TREFOIL_LONG'] === '1'
// Reversals, adjustments and cuts of all figures happen in a dozen as well.
const HISTORIES = isLong ? 200 : 12
const SEED = 1818
const keyring = makeKeyring('a secret of this test, long enough')

type Query = Omit<QueryOf<typeof route>, 'cursor' | 'limit'>
type Reply = ReplyOf<typeof route>['data']

test(
  `every figure’s explanation adds up to what the screens show, to the last unit, for ${HISTORIES} generated histories`,
  { timeout: 900_000 },
  async () => {
    const wallet = await openTestWallet()
    const members = await writeMoneyHistories(wallet, randomFrom(SEED), HISTORIES)
    await wallet.verify()
    await bookPayments(wallet, members)
    // Histories show deposits once the chain was read.
    await wallet.owner.query(`insert into scan values ($1, 9, 'hash', 9, 'hash', 9)`, [LOCAL_CHAIN_ID])
    await catchUpReports(wallet.db)
    const explained = new Set<Figure>()
    const seen = { reversals: 0, adjustments: 0, cuts: 0, lines: 0 }
    for (const member of members)
      for (const { figure, query = {}, value } of await figuresOf(wallet, member)) {
        const what = `${figure} ${JSON.stringify(query)} of member ${member}`
        const { reply, lines } = await explainAll(wallet, { member, figure, query })
        expect(reply.value, what).toBe(value)
        expect(addedUp(reply), what).toBe(true)
        if (reply.entries) expect(sum(lines.map(({ amount }) => amount)), what).toBe(units(reply.entries.total))
        explained.add(figure)
        seen.lines += lines.length
        seen.reversals += lines.filter(({ type, decided }) => type === 'Reversal' && decided).length
        seen.adjustments += lines.filter(({ type, decided }) => type === 'Adjustment' && decided).length
        seen.cuts += lines.filter(({ share }) => share !== null && share.paid < share.due && share.why !== null).length
      }
    expect(explained).toEqual(new Set(FIGURE_NAMES))
    expect(seen.lines).toBeGreaterThan(HISTORIES * 50)
    expect(seen.reversals).toBeGreaterThan(HISTORIES)
    expect(seen.adjustments).toBeGreaterThan(HISTORIES)
    expect(seen.cuts).toBeGreaterThanOrEqual(Math.floor(HISTORIES / 10))
  },
)

/** Payments that only the chain knew, from members who have enough. */
async function bookPayments(wallet: TestWallet, members: readonly MemberId[]): Promise<void> {
  const amount = usd(12_345n)
  for (const member of members) {
    const { available } = await readMemberBalances(wallet.db, member)
    if (available.balance < amount) continue
    await adjust(wallet, { member, account: 'available', against: 'chain', units: negated(amount) })
  }
}

const units = (value: number): bigint => BigInt(Math.round(value * 100_000))
const sum = (values: readonly number[]): bigint => values.reduce((all, value) => all + units(value), 0n)

/** The parts in the figure's own unit add up to it. A share in percent and a status have none. */
function addedUp({ unit, value, terms, entries, figure }: Reply): boolean {
  const parts = terms.filter((part) => part.unit === unit).map((part) => part.value)
  if (unit === 'percent' || unit === 'status') return parts.length === 0 && terms.length > 0
  if (parts.length > 0 || !entries) return sum(parts) === units(value)
  return entries.unit === unit && entries.total === value && figure !== 'earning_threshold'
}

/** All pages, each of a few lines. */
async function explainAll(
  { db }: TestWallet,
  { member, figure, query }: { member: MemberId; figure: Figure; query: Query },
) {
  const read = (cursor?: string) =>
    explainFigure({ db, keyring }, figure, { member, query: { ...query, limit: 7, ...(cursor && { cursor }) } })
  const reply = await read()
  const lines = [...(reply.entries?.lines ?? [])]
  let cursor = reply.entries?.next_cursor
  while (cursor) {
    const { entries } = await read(cursor)
    lines.push(...(entries?.lines ?? []))
    cursor = entries?.next_cursor
  }
  return { reply, lines }
}

/** As the screens show them, from what the screens read. */
async function figuresOf({ db }: TestWallet, member: MemberId): Promise<Shown[]> {
  const { stats, balances, limits, standing } = await readBalanceSummary(db, member)
  const { window } = await readMemberBalances(db, member)
  const { stages } = await currentProgramme(db)
  const whole = toDollars(earningThreshold(stages, window))
  const own = toDollars(window.earned)
  const { donations } = await readDonations({ db, keyring }, member, { limit: 2 })
  const { causes } = await readCauses(db)
  return [
    { figure: 'available', value: balances.balance },
    { figure: 'impact', value: balances.deposit_balance },
    { figure: 'returnable', value: limits.returnable },
    { figure: 'total_donation', value: stats.total_donation },
    { figure: 'total_earn', value: stats.total_earn },
    { figure: 'total_deposit', value: stats.total_deposit },
    { figure: 'total_withdraw', value: stats.total_withdraw },
    { figure: 'earning_threshold', value: toDollars(earningRoom(stages, window)) },
    { figure: 'threshold_use', value: whole > 0 ? Math.round((own / whole) * 100) : 0 },
    { figure: 'whole_threshold', value: whole },
    { figure: 'window_earned', value: own },
    { figure: 'stage', value: standing.stage },
    { figure: 'status', value: standing.status === 'active' ? 1 : 0 },
    { figure: 'min_donation', value: toDollars(minimumDonation(stages, standing.stage)) },
    { figure: 'min_withdrawal', value: limits.min_withdrawal },
    ...stages.map(({ number, donationRequirement }): Shown => ({
      figure: 'stage_requirement',
      query: { stage: number },
      value: toDollars(donationRequirement),
    })),
    ...donations.map(({ _id, amount }): Shown => ({ figure: 'donation', query: { donation: _id }, value: amount })),
    ...causes.map(({ slug, given }): Shown => ({ figure: 'cause_given', query: { cause: slug }, value: given })),
    ...(await earnedFigures(db, member)),
    ...(await teamFigures(db, member)),
    ...(await performanceFigures(db, member)),
    ...(await Promise.all(donations.slice(0, 1).map(({ _id }) => partFigures(db, _id)))).flat(),
    ...(await singleFigures({ db, keyring }, member)),
    ...(await otherFigures({ db, keyring }, member)),
  ]
}

const inDollars = (values: readonly number[]): number => toDollars(usd(sum(values)))

async function earnedFigures(db: TestWallet['db'], member: MemberId): Promise<Shown[]> {
  const { earned_before, months } = await readEarnings(db, member)
  const shown: Shown[] = []
  const add = (query: Query, values: readonly number[]) =>
    shown.push({ figure: 'earned', query, value: inDollars(values) })
  const amounts = (of: typeof months, counts: (source: string) => boolean) =>
    of.flatMap(({ sources }) => sources.filter(({ source }) => counts(source)).map(({ amount }) => amount))
  const first = months[0]!.month
  const last = months.at(-1)!.month
  add({}, [earned_before, ...months.map(({ amount }) => amount)])
  add(
    { from: first, to: last },
    amounts(months, () => true),
  )
  for (const source of ['sponsor', 'level_1', 'level_2', 'level_10'] as const)
    add(
      { from: first, to: last, source },
      amounts(months, (each) => each === source),
    )
  for (const [index, month] of months.entries()) {
    if (index % 3 !== member % 3) continue
    const one = { from: month.month, to: month.month }
    add(one, [month.amount])
    add({ to: month.month }, [earned_before, ...months.slice(0, index + 1).map(({ amount }) => amount)])
    add(
      { ...one, source: 'sponsor' },
      amounts([month], (each) => each === 'sponsor'),
    )
    add(
      { ...one, source: 'team' },
      amounts([month], (each) => each !== 'sponsor'),
    )
    add(
      { from: first, to: month.month, source: 'level_1' },
      amounts(months.slice(0, index + 1), (each) => each === 'level_1'),
    )
  }
  return shown
}

async function teamFigures(db: TestWallet['db'], member: MemberId): Promise<Shown[]> {
  const { stats, team } = await readTeamFigures(db, member)
  return [
    { figure: 'network_size', value: stats.total_members },
    { figure: 'active_members', value: stats.active_members },
    { figure: 'top_referrers', value: (await readTopReferrers(db, member)).length },
    { figure: 'total_referrals', value: team.total_referrals },
    { figure: 'active_referrals', value: team.active_referrals },
    ...team.by_level.map((value, index): Shown => ({ figure: 'team_level', query: { level: index + 1 }, value })),
    ...team.by_stage.map((value, stage): Shown => ({ figure: 'team_stage', query: { stage }, value })),
  ]
}

async function performanceFigures(db: TestWallet['db'], member: MemberId): Promise<Shown[]> {
  const months = await readPerformance(db, member)
  const all = { from: months[0]!.month, to: months.at(-1)!.month }
  return [
    { figure: 'team_donations', query: all, value: inDollars(months.map(({ donated }) => donated)) },
    ...months
      .filter((_, index) => index % 4 === member % 4)
      .flatMap(({ month, joined, members, donations, donated }): Shown[] => {
        const query = { from: month, to: month }
        return [
          { figure: 'joined', query, value: joined },
          { figure: 'team_size', query: { to: month }, value: members },
          { figure: 'team_donation_count', query, value: donations },
          { figure: 'team_donations', query, value: donated },
        ]
      }),
  ]
}
