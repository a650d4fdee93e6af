import { randomUUID } from 'node:crypto'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fundedMember, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

const divisionOf = async (reference: string): Promise<DivisionRecord> =>
  (
    await server.database.query(
      'select division_of(donation) as division from donation join journal on journal.id = journal_id where reference = $1',
      [reference],
    )
  ).rows[0].division

test('a donation pays the sponsor and those above, up to their thresholds, and the rest to the cause', async () => {
  const sponsor = await fundedMember(server, 10)
  expect((await donate(sponsor.visitor, 10)).body.data).toMatchObject({ amount: 10, stage: 1 })
  const donor = await fundedMember(server, 115, { referral_code: sponsor.referralCode })

  const first = await donate(donor.visitor, 15)
  expect(first.body).toMatchObject({ success: true, data: { stage: 1 } })
  // 10 % as the sponsor, 3 % as the member above.
  expect(await balancesOf(sponsor.visitor)).toEqual({ balance: 1.95, deposit_balance: 0, stage_balance: 1.95 })

  const second = await donate(donor.visitor, 100)
  // 13 would be due, but after giving 10 only 10 can be earned.
  expect(await balancesOf(sponsor.visitor)).toEqual({ balance: 10, deposit_balance: 0, stage_balance: 10 })
  const division = await divisionOf(second.body.data.donation_id)
  expect(division.map(({ share }) => share)).toEqual([
    'sponsor',
    ...Array.from({ length: 10 }, (_, index) => `level_${index + 1}`),
    'operations',
    'cause',
  ])
  expect(division[0]).toEqual({ share: 'sponsor', member: sponsor.id, due: 10, paid: 8.05, cut: 'threshold_reached' })
  expect(division[1]).toEqual({ share: 'level_1', member: sponsor.id, due: 3, paid: 0, cut: 'threshold_reached' })
  expect(division.filter(({ cut }) => cut === 'no_member').length).toBeGreaterThan(0)
  expect(division.reduce((sum, { paid }) => sum + paid, 0)).toBeCloseTo(100, 5)
  await expectNoViolation(db)
})

test('a refused donation leaves every balance as it was', async () => {
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 100)
  const donor = await fundedMember(server, 50, { referral_code: sponsor.referralCode })
  // Freezing counts the version up.
  const all = async () =>
    (await server.database.query(`select to_jsonb(b) - 'version' as row from member_balance b order by member_id`)).rows
  const before = await all()
  for (const [amount, code] of [
    [9.99999, 'below_minimum'],
    [50.00001, 'insufficient_funds'],
    [0, 'invalid_amount'],
    [10.000001, 'invalid_amount'],
    [20_000_000_000, 'invalid_amount'],
  ] as const) {
    const { status, body } = await donate(donor.visitor, amount)
    expect([status, body.code], String(amount)).toEqual([422, code])
  }
  await server.database.query('update member_balance set frozen = true where member_id = $1', [donor.id])
  expect((await donate(donor.visitor, 20)).body.code).toBe('frozen')
  await server.database.query('update member_balance set frozen = false where member_id = $1', [donor.id])
  expect(await all()).toEqual(before)
})

test('during a security hold nothing is donated: shares could go to a thief above; afterwards everything can be', async () => {
  const { visitor, id } = await fundedMember(server, 50)
  await server.database.query(`update account set security_hold_until = now() + interval '1 day' where id = $1`, [id])
  const held = await donate(visitor, 50)
  expect([held.status, held.body.code]).toEqual([403, 'security_hold'])
  expect(held.body.message).toMatch(/nothing can be donated until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect((await balancesOf(visitor)).deposit_balance).toBe(50)
  // What is impossible anyway is answered first: waiting would not help.
  expect((await donate(visitor, 50.00001)).body.code).toBe('insufficient_funds')

  await server.database.query('update account set security_hold_until = now() where id = $1', [id])
  expect((await donate(visitor, 50)).status).toBe(200)
})

test('a donation that was made before a security hold is answered as before when it is repeated', async () => {
  const { visitor, id } = await fundedMember(server, 50)
  const key = randomUUID()
  const first = await donate(visitor, 20, key)
  await server.database.query(`update account set security_hold_until = now() + interval '1 day' where id = $1`, [id])
  expect((await donate(visitor, 20, key)).body).toEqual(first.body)
})

test('histories and figures describe it in words', async () => {
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 100)
  const donor = await fundedMember(server, 50, { referral_code: sponsor.referralCode })
  await donate(donor.visitor, 20)
  await donate(donor.visitor, 30)

  const { body: history } = await donor.visitor.get('/api/donations/history')
  expect(history.data.donations.map(({ amount }: { amount: number }) => amount)).toEqual([30, 20])
  expect(history.data.donations[0]).toEqual({
    _id: expect.stringMatching(/^donation-[0-9a-z]{33}$/),
    type: 'Donation',
    created_at: expect.stringMatching(/^20.*Z$/),
    amount: 30,
    status: 'completed',
    icon: 'donation',
    cause: { slug: 'the-cause', name: 'The cause' },
  })
  const { body: activity } = await sponsor.visitor.get('/api/activities/history')
  expect(activity.data.activities.slice(0, 4)).toMatchObject([
    {
      type: 'Earning',
      icon: 'earning',
      description: "Share of Test Person's donation (level 1)",
      metadata: { amount: 0.9, direction: 'in' },
    },
    { type: 'Earning', description: "Share of Test Person's donation (sponsor)", metadata: { amount: 3 } },
    { type: 'Earning', metadata: { amount: 0.6 } },
    { type: 'Earning', metadata: { amount: 2 } },
  ])
  const { body: stats } = await sponsor.visitor.get('/api/activities/stats')
  expect(stats.data.months).toHaveLength(12)
  expect(stats.data.months.at(-1).types).toEqual(
    expect.arrayContaining([
      { type: 'Earning', count: 4, amount: 6.5 },
      { type: 'Donation', count: 1, amount: 100 },
      { type: 'Deposit', count: 1, amount: 100 },
      { type: 'Referral', count: 1, amount: 0 },
    ]),
  )
  const { body: profile } = await donor.visitor.get('/api/users/profile')
  expect(profile.data).toMatchObject({
    profile: { stage: 2, status: 'active', last_donation: 30 },
    stats: { total_donation: 50, total_earn: 0, total_deposit: 50, total_withdraw: 0 },
    balances: { balance: 0, deposit_balance: 0, stage_balance: 0 },
  })
  const { body: stages } = await donor.visitor.get('/api/stages')
  expect(stages).toHaveLength(10)
  expect(stages[1]).toEqual({ stage_number: 2, donation_requirement: 15, earning_multiplier: 1 })
})

test('everyone in a full upline of ten earns their level', async () => {
  const line: Funded[] = []
  for (let depth = 0; depth < 11; depth++) {
    const above = line.at(-1)
    line.push(await fundedMember(server, 2000, above ? { referral_code: above.referralCode } : {}))
  }
  for (const member of line.slice(0, 10))
    for (const amount of [10, 15, 25, 40, 60, 90, 130, 180, 240, 300]) await donate(member.visitor, amount)
  const given = await donate(line[10]!.visitor, 100)
  const division = await divisionOf(given.body.data.donation_id)
  expect(division.filter(({ share }) => share !== 'cause' && share !== 'operations').map(({ paid }) => paid)).toEqual([
    10, 3, 3, 2, 2, 1, 1, 1, 1, 0.5, 0.5,
  ])
  expect(division.at(-1)).toMatchObject({ share: 'cause', paid: 70 })
  await expectNoViolation(db)
})

test('a new version of the programme applies from its start, and each donation keeps its own', async () => {
  const donor = await fundedMember(server, 100)
  await donate(donor.visitor, 10)
  await server.database.query(`insert into programme (version, rules)
    select 2, jsonb_set(rules, '{shares_basis_points,operations}', '1000') from programme where version = 1`)
  const later = await donate(donor.visitor, 15)
  const { rows } = await server.database.query(
    `select rule_version from journal where source_member = $1 and reason = 'donation' order by id`,
    [donor.id],
  )
  expect(rows).toEqual([{ rule_version: 1 }, { rule_version: 2 }])
  const operations = (await divisionOf(later.body.data.donation_id)).find(({ share }) => share === 'operations')
  expect(operations).toMatchObject({ due: 1.5, paid: 1.5 })
  await expectNoViolation(db)
})
