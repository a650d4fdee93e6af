import type { EarningMonth, PerformanceMonth } from '@trefoil/contract/reports'
import { beforeAll, expect, test } from 'vitest'
import { donate, fundedMember, type Funded } from '../testing/money.ts'
import { growNetwork } from '../testing/network.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

let viewer: Funded
let child: Funded
let grandchild: Funded

const monthsBack = (months: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7)
}

const earnings = async (member: Funded): Promise<{ earned_before: number; months: EarningMonth[] }> =>
  (await member.visitor.get('/api/reports/earnings')).body.data

const performanceOf = async (member: Funded): Promise<PerformanceMonth[]> =>
  (await member.visitor.get('/api/reports/performance')).body.data.months

beforeAll(async () => {
  viewer = await fundedMember(server, 100)
  await donate(viewer.visitor, 100)
  child = await fundedMember(server, 100, { referral_code: viewer.referralCode })
  grandchild = await fundedMember(server, 100, { referral_code: child.referralCode })
})

test('there are always the last twelve months, oldest first, even without earnings', async () => {
  const { earned_before, months } = await earnings(grandchild)
  expect(earned_before).toBe(0)
  expect(months.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, index) => monthsBack(11 - index)))
  expect(months.every(({ amount, sources }) => amount === 0 && sources.length === 0)).toBe(true)
})

test('earnings by month and source add up to the profile’s total', async () => {
  await donate(child.visitor, 40)
  await donate(grandchild.visitor, 20)
  const { earned_before, months } = await earnings(viewer)
  // From $40: 10 % as the sponsor, 3 % as the first above. From $20 nothing: level 2 needs stage 2.
  expect(months.at(-1)).toEqual({
    month: monthsBack(0),
    amount: 5.2,
    sources: [
      { source: 'sponsor', amount: 4 },
      { source: 'level_1', amount: 1.2 },
    ],
  })
  const { body } = await viewer.visitor.get('/api/users/profile')
  expect(body.data.stats.total_earn).toBe(earned_before + months.reduce((sum, { amount }) => sum + amount, 0))
})

test('the cumulative line begins at earlier earnings', async () => {
  await server.database.query(
    `insert into entry_month (member_id, month, reason, share, entries, amount) values
     ($1, month_of(now()) - interval '12 months', 'donation', 'sponsor', 2, 700000),
     ($1, month_of(now()) - interval '11 months', 'donation', 'level_2', 1, 300000)`,
    [grandchild.id],
  )
  const { earned_before, months } = await earnings(grandchild)
  expect(earned_before).toBe(7)
  expect(months[0]).toEqual({ month: monthsBack(11), amount: 3, sources: [{ source: 'level_2', amount: 3 }] })
})

test('the team’s donations are those of ten levels below, each once, without the member’s own', async () => {
  const [before, own] = [await performanceOf(viewer), await performanceOf(child)]
  expect(before.at(-1)).toMatchObject({ donations: 2, donated: 60 })
  expect(own.at(-1)).toMatchObject({ donations: 1, donated: 20 })
  await performanceOf(viewer)
  expect(await performanceOf(viewer)).toEqual(before)
})

test('growth counts each member of the team in the month of joining', async () => {
  const owner = await fundedMember(server, 0)
  const ids = await growNetwork(server.database, Array<number>(300).fill(owner.id))
  // Three joined before the window, a hundred each in its first and its last month but one, the rest now. Everybody
  // before them joined even earlier.
  const move = (from: number, to: number, months: number) =>
    server.database.query(
      `update account set created_at = (month_of(now()) - make_interval(months => $3))::timestamp at time zone 'utc' + interval '3 days'
       where id >= $1 and id < $2`,
      [from, to, months],
    )
  await move(0, ids[3]!, 20)
  await move(ids[3]!, ids[103]!, 11)
  await move(ids[103]!, ids[203]!, 1)
  const months = await performanceOf(owner)
  expect(months.map(({ joined }) => joined)).toEqual([100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 97])
  expect(months.map(({ members }) => members)).toEqual([103, ...Array<number>(9).fill(103), 203, 300])
})

test('the sums advance in steps without gap or overlap, whichever process takes them', async () => {
  await server.database.query('truncate team_donation_month, cause_donor, cause_count')
  await server.database.query('update report_progress set journal_id = 0')
  const step = () => server.database.query('select bring_reports_forward(1) as more').then(({ rows }) => rows[0].more)
  while (await step()) await Promise.all([step(), step(), step()])
  const { rows } = await server.database.query(
    `select (select sum(donations) from team_donation_month) as counted,
       (select sum(cardinality(upline)) from journal join member on member.id = source_member where reason = 'donation') as given`,
  )
  expect(rows[0].counted).toBe(rows[0].given)
})
