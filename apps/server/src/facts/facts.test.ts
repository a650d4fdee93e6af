import { NET_PERCENTILES, type Facts } from '@trefoil/core/facts/facts'
import { isPercentileShown } from '@trefoil/core/facts/groups'
import { percentileOf } from '@trefoil/core/facts/percentile'
import { canonicalJson, type Json } from '@trefoil/core/proofs/canonical-json'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { donate, fundedMember, type Funded } from '../testing/money.ts'
import { given, reversing } from '../testing/reversals.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'
import { countCohorts } from './count-cohorts.ts'
import { makeDailyFacts } from './make-facts.ts'

const DAY = 86_400_000

/** As if the next day had come: the application cannot, so the owner takes today's row away. */
async function makeAgain(server: TestServer, db: Database): Promise<Facts> {
  await server.database.query('delete from facts')
  await server.database.query('select bring_reports_forward(100000)')
  await makeDailyFacts(db)
  const { rows } = await server.database.query<{ figures: string }>('select figures from facts')
  return JSON.parse(rows[0]!.figures) as Facts
}

const joinedAgo = (server: TestServer, member: Funded, days: number) =>
  server.database.query('update account set created_at = $2 where id = $1', [
    member.id,
    new Date(Date.now() - days * DAY),
  ])

test('a server makes facts by itself, and a stranger reads them once a day, as JSON and as a file', async () => {
  const server = await startTestServer()
  const stranger = server.visit()
  await until(async () => (await server.database.query('select from facts')).rowCount === 1)
  // A reply from before may be kept for a moment.
  await until(async () => (await stranger.get('/api/facts')).body.data.id !== null)
  const { headers, body } = await stranger.get('/api/facts')
  expect(headers['cache-control']).toBe('public, max-age=60')
  expect(body.data.facts).toMatchObject({
    most_back: { basis_points: 10_000 },
    version: 1,
    day: new Date().toISOString().slice(0, 10),
  })
  const { rows } = await server.database.query<{ id: string; figures: string; day: string }>(
    'select id, figures, day::text from facts',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ id: body.data.id, day: new Date().toISOString().slice(0, 10) })
  // What is published is what the log can commit to, byte for byte.
  expect(canonicalJson(body.data.facts as Json)).toBe(rows[0]!.figures)
  const file = await stranger.get('/api/facts.csv')
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(String(file.body)).toContain('The most that anybody can get back is what they gave.')
})

test('everyone is counted, with percentiles as the definition has them', async () => {
  const server = await startTestServer()
  const db = openDatabase(server.database)
  const root = await fundedMember(server, 500)
  await donate(root.visitor, 10)
  const members = [root]
  for (let number = 0; number < 24; number += 1) {
    const sponsor = members[number % 3]!
    const member = await fundedMember(server, 500, { referral_code: sponsor.referralCode })
    if (number % 4 !== 3) await donate(member.visitor, 10 + number)
    members.push(member)
  }
  const facts = await makeAgain(server, db)
  const { rows } = await server.database.query<{ earned: string; donated: string }>(
    'select total_earned as earned, total_donated as donated from member_balance',
  )
  const people = rows.map(({ earned, donated }) => ({ earned: Number(earned), donated: Number(donated) }))
  expect(facts.people).toBe(people.length)
  const share = (part: unknown[]) => Math.round((part.length / people.length) * 100)
  expect(facts.everyone).toEqual({
    earned_nothing: share(people.filter(({ earned }) => earned === 0)),
    got_back_less: share(people.filter(({ earned, donated }) => earned < donated)),
  })
  const nets = people.map(({ earned, donated }) => earned - donated).toSorted((a, b) => a - b)
  expect(facts.net.map(({ net }) => net)).toEqual(
    NET_PERCENTILES.map((each) =>
      isPercentileShown(each, people.length) ? Math.floor(percentileOf(nets, each) / 100_000) : null,
    ),
  )
  const referred = facts.did?.referrals.reduce((sum, bin) => sum + bin.people, 0)
  expect(referred).toBe(people.length)
  expect(facts.did?.donations.some(({ mean }) => mean > 0)).toBe(true)
  // Nobody can be found in it.
  const text = JSON.stringify(facts)
  expect(text).not.toMatch(/@|referral_code|name/)
  await makeDailyFacts(db)
  expect((await server.database.query('select from facts')).rowCount).toBe(1)
})

test('a cohort counts what had happened after so many months, and what was reversed for nobody', async () => {
  const server = await startTestServer()
  const db = openDatabase(server.database)
  const staff = await signInStaff(server)
  const sponsor = await fundedMember(server, 500)
  const donor = await fundedMember(server, 500, { referral_code: sponsor.referralCode })
  const late = await fundedMember(server, 500, { referral_code: sponsor.referralCode })
  await donate(sponsor.visitor, 50)
  await donate(donor.visitor, 20)
  for (const member of [sponsor, donor]) await joinedAgo(server, member, 200)
  await joinedAgo(server, late, 400)
  await donate(late.visitor, 30)
  await server.database
    .query(`set session_replication_role = replica; update journal set created_at = now() - interval '150 days'
    where reason = 'donation' and source_member in (${sponsor.id}, ${donor.id}); reset session_replication_role`)
  await countCohorts(db)
  const cohortOf = async (member: Funded) => {
    const { rows } = await server.database.query(
      `select months_after, people, earned_nothing, got_back_less from facts_cohort
       where month = (select month_of(created_at) from account where id = $1) order by 1`,
      [member.id],
    )
    return rows
  }
  // The sponsor had earned by then; the donor had given and earned nothing.
  expect(await cohortOf(sponsor)).toEqual([{ months_after: 3, people: 2, earned_nothing: 1, got_back_less: 2 }])
  // What came after a year is not what there was after a year.
  expect(await cohortOf(late)).toEqual(
    [3, 6, 12].map((age) => ({ months_after: age, people: 1, earned_nothing: 1, got_back_less: 0 })),
  )

  const { propose, agree } = reversing(staff)
  const reversed = await agree(await propose(await given(server, sponsor, 60)))
  expect(reversed.status, JSON.stringify(reversed.body)).toBe(200)
  await server.database.query(
    `set session_replication_role = replica; update journal set created_at = now() - interval '150 days'
    where source_member = ${sponsor.id} or reason = 'reversal'; delete from facts_cohort; reset session_replication_role`,
  )
  await countCohorts(db)
  expect(await cohortOf(sponsor)).toEqual([{ months_after: 3, people: 2, earned_nothing: 1, got_back_less: 2 }])
})
