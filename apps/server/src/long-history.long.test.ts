import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from './db/database.ts'
import { countLines, inOneView, makeFile } from './documents/make-file.ts'
import { listTeam } from './network/team-list.ts'
import { makeKeyring } from './secrets/keyring.ts'
import { explain } from './testing/explain.ts'
import { expectNoViolation, lookInto } from './testing/invariants.ts'
import { writeLongHistory } from './testing/long-history.ts'
import { earn } from './testing/earnings.ts'
import { fundedMember, sendMoney, type Funded } from './testing/money.ts'
import { shareTestServer } from './testing/server.ts'
import { readTransfers } from './transfers/history.ts'
import { readActivities } from './reports/activities.ts'
import { readActivityStats } from './reports/activity-stats.ts'
import { catchUpReports } from './reports/bring-forward.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const keyring = makeKeyring('a secret of this test, long enough')
const TRANSFERS = 20_000

/**
 * Blocks that a query may read: about twice what it does. Each is also compared with the same query over the whole
 * history, which must exceed the bound.
 */
const STATS_BLOCKS_MAX = 3500
const TEAM_BLOCKS_MAX = 250
const PAGE_BLOCKS_MAX = { transfers: 250, activities: 250 }
const STATEMENT_BLOCKS_MAX = 2000

let member: Funded
let other: Funded

beforeAll(async () => {
  member = await fundedMember(server, 10)
  other = await fundedMember(server, 10)
  await writeLongHistory(server.database, { member: member.id, other: other.id, transfers: TRANSFERS })
  await server.database.query('analyze')
})

type Line = { month: string; type: string; count: number; amount: number }

/** The whole history, counted line by line. */
async function countedOneByOne(): Promise<Line[]> {
  const { rows } = await server.database.query<Line>(
    `select to_char(j.created_at at time zone 'utc', 'YYYY-MM') as month, initcap(j.reason::text) as type, count(*)::int as count,
       (sum(abs(e.amount)) / 100000)::float as amount
     from entry e join journal j on j.id = e.journal_id
     where e.member_id = $1 and j.created_at >= (month_of(now()) - interval '11 months')
     group by 1, 2`,
    [member.id],
  )
  return rows
}

const statsOf = async (): Promise<Line[]> =>
  (await readActivityStats(db, member.id))
    .flatMap(({ month, types }) => types.map((line) => ({ month, ...line })))
    .filter(({ type }) => type !== 'Joined')

const byMonth = (a: Line, b: Line) => `${a.month} ${a.type}`.localeCompare(`${b.month} ${b.type}`)

test('the figures of a long history are exact, however much of it was already summed', async () => {
  const expected = (await countedOneByOne()).toSorted(byMonth)
  expect(expected.length).toBeGreaterThan(11)
  expect((await statsOf()).toSorted(byMonth)).toEqual(expected)
  const { rows } = await server.database.query('select origin, upto from activity_summed where account_id = $1', [
    member.id,
  ])
  expect(rows).toEqual([{ origin: 'impact', upto: String(16 * 1024) }])
  expect((await statsOf()).toSorted(byMonth)).toEqual(expected)
  expect((await statsOf()).toSorted(byMonth)).toEqual(expected)

  expect((await sendMoney(member.visitor, { amount: 3, recipient_id: other.privateKey })).status).toBe(200)
  const after = (await countedOneByOne()).toSorted(byMonth)
  expect(after).not.toEqual(expected)
  expect((await statsOf()).toSorted(byMonth)).toEqual(after)
  await expectNoViolation(db)
})

test('concurrent reads count nothing twice', async () => {
  await server.database.query('truncate activity_summed, entry_month')
  const expected = (await countedOneByOne()).toSorted(byMonth)
  for (let round = 0; round < 3; round++)
    for (const seen of await Promise.all(Array.from({ length: 8 }, statsOf)))
      expect(seen.toSorted(byMonth)).toEqual(expected)
  await expectNoViolation(db)
})

test('a page that fills up is summed without a read', async () => {
  await server.database.query('truncate activity_summed, entry_month, cause_donor, cause_count')
  await server.database.query('update report_progress set journal_id = 0')
  await catchUpReports(db)
  const { rows } = await server.database.query('select account_id, upto from activity_summed order by account_id')
  const whole = String(Math.floor(TRANSFERS / 1024) * 1024)
  expect(rows).toEqual([
    { account_id: member.id, upto: whole },
    { account_id: other.id, upto: whole },
  ])
})

test('old referrals are summed once, and new ones show at once', async () => {
  const write = (notes: number, age: string) =>
    server.database.query(
      `insert into activity (account_id, type, description, created_at)
       select $1, 'Referral', 'somebody joined', now() - $2::interval from generate_series(1, $3::int)`,
      [member.id, age, notes],
    )
  const referrals = async () => (await statsOf()).filter(({ type }) => type === 'Referral').map(({ count }) => count)
  await write(3000, '40 days')
  expect(await referrals()).toEqual([3000])
  const { rows } = await server.database.query(`select notes from note_month where type = 'Referral'`)
  expect(rows).toEqual([{ notes: 2048 }])
  await write(5, '0 days')
  const counts = await referrals()
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3005)
  const { blocks } = await explain(server.database, (read) => readActivityStats(read, member.id))
  expect(blocks).toBeLessThan(STATS_BLOCKS_MAX)

  await server.database.query('truncate activity_summed, entry_month, note_month')
  const uncounted = await explain(server.database, (read) =>
    sql`select from entry_months(${member.id}, '2000-01-01')`.execute(read),
  )
  expect(uncounted.blocks).toBeGreaterThan(STATS_BLOCKS_MAX)
})

test('the oldest page of a history costs as little as the newest', async () => {
  const context = (read: Database) => ({ db: read, keyring })
  const middle = async (pages: (cursor?: string) => Promise<string | null>, count: number) => {
    let cursor = await pages()
    for (let page = 0; page < count && cursor !== null; page++) cursor = await pages(cursor)
    return cursor ?? undefined
  }
  const limit = 200
  const transfersTo = await middle(
    async (cursor) => (await readTransfers(context(db), member.id, { cursor, limit })).next_cursor,
    TRANSFERS / limit - 2,
  )
  const activitiesTo = await middle(
    async (cursor) => (await readActivities(context(db), member.id, { cursor, limit })).next_cursor,
    TRANSFERS / limit - 2,
  )
  type Page = { cursor?: string | undefined; limit: number }
  const pages = {
    transfers: (read: Database, page: Page) => readTransfers(context(read), member.id, page),
    activities: (read: Database, page: Page) => readActivities(context(read), member.id, page),
  }
  for (const [what, last] of [
    ['transfers', transfersTo],
    ['activities', activitiesTo],
  ] as const) {
    expect(last, what).toBeDefined()
    const cost = (page: Page) => explain(server.database, (reader) => pages[what](reader, page))
    const newest = await cost({ limit: 20 })
    const oldest = await cost({ cursor: last, limit: 20 })
    const whole = await cost({ limit: TRANSFERS })
    expect(newest.scanned, what).toEqual([])
    expect(oldest.scanned, what).toEqual([])
    expect(newest.blocks, what).toBeLessThan(PAGE_BLOCKS_MAX[what])
    expect(oldest.blocks, what).toBeLessThan(PAGE_BLOCKS_MAX[what])
    expect(whole.blocks, what).toBeGreaterThan(PAGE_BLOCKS_MAX[what])
  }
})

const dayBack = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

test('a statement reads its own range, however much there is before and after it', async () => {
  const ofDays = (from: number, to: number) =>
    ({ kind: 'statement', format: 'csv', paper: 'A4', from: dayBack(from), to: dayBack(to) }) as const
  const write = (of: Funded, wanted: ReturnType<typeof ofDays>) => (read: Database) =>
    inOneView(read, async (tx) => {
      for await (const _ of await makeFile(tx, { member: of.id, wanted }));
    })
  const [idle] = [await fundedMember(server, 10)]
  const none = await explain(server.database, write(idle, ofDays(5, 4)))
  for (const [from, to] of [
    [340, 339],
    [180, 179],
    [5, 4],
  ] as const) {
    const wanted = ofDays(from, to)
    const lines = await countLines(db, member.id, wanted)
    // Two days of 350.
    expect(lines).toBeGreaterThan(100)
    expect(lines).toBeLessThan(130)
    const { blocks, scanned } = await explain(server.database, write(member, wanted))
    expect(scanned).toEqual([])
    expect(blocks - none.blocks, `${from} days back`).toBeLessThan(STATEMENT_BLOCKS_MAX)
    const counted = await explain(server.database, (read) => countLines(read, member.id, wanted))
    expect(counted.blocks).toBeLessThan(STATEMENT_BLOCKS_MAX / 2)
  }
  expect((await explain(server.database, write(member, ofDays(400, 0)))).blocks).toBeGreaterThan(
    10 * STATEMENT_BLOCKS_MAX,
  )
})

test.each(['viewer', 'sponsor'] as const)('a %s with many transfers does not make a team list slower', async (busy) => {
  const idle = await fundedMember(server, 10)
  const [viewer, sponsor] = busy === 'viewer' ? [member, idle] : [idle, member]
  const placed = await fundedMember(server, 0, { referral_code: viewer.referralCode })
  // As if another member had referred them.
  await server.database.query('update member set sponsor = $1 where id = $2', [sponsor.id, placed.id])
  const list = (read: Database) => listTeam(read, { viewer: viewer.id, page: 1, limit: 100 })
  const sponsorsIn = async () => (await list(db)).members.map(({ referred_by }) => referred_by.email)
  expect(await sponsorsIn()).toContain(null)
  expect(await sponsorsIn()).not.toContain(sponsor.email)
  expect((await explain(server.database, list)).blocks).toBeLessThan(TEAM_BLOCKS_MAX)

  await sendMoney(member.visitor, { amount: 1, recipient_id: idle.privateKey })
  expect(await sponsorsIn()).toContain(sponsor.email)
  expect((await explain(server.database, list)).blocks).toBeLessThan(TEAM_BLOCKS_MAX)
})

test('a thousand moves of earnings in a row hide nothing, and do not make a page slower', async () => {
  const mover = await fundedMember(server, 10)
  await earn(server.ledger, mover.id, 1000)
  await sendMoney(mover.visitor, { amount: 1, recipient_id: other.privateKey })
  const move = () => sendMoney(mover.visitor, { amount: 0.5, from: 'available', recipient_id: mover.privateKey })
  // As many at once as the poster takes of one member.
  for (let moves = 0; moves < 1000; moves += 200)
    expect((await Promise.all(Array.from({ length: 200 }, move))).filter(({ status }) => status !== 200)).toEqual([])
  await sendMoney(mover.visitor, { amount: 2, recipient_id: other.privateKey })

  const told: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await readActivities({ db, keyring }, mover.id, { cursor, limit: 7 })
    if (page.next_cursor !== null) expect(page.activities).toHaveLength(7)
    told.push(...page.activities.map(({ description }) => description))
    cursor = page.next_cursor
  }
  expect(told[0]).toBe('Transfer to Test Person')
  expect(told.slice(1, 1001)).toEqual(Array.from({ length: 1000 }, () => 'Earnings moved to your impact balance'))
  expect(told.slice(1001)).toEqual([
    'Transfer to Test Person',
    'Credited by the operators: For a test',
    'Deposit of $10.00000',
    'You joined the programme',
  ])

  const sent: number[] = []
  cursor = undefined
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof readTransfers>> = await readTransfers({ db, keyring }, mover.id, {
      cursor,
      limit: 7,
    })
    sent.push(...page.transfers.map(({ amount }) => amount))
    cursor = page.next_cursor
  }
  expect(sent).toEqual([2, ...Array.from({ length: 1000 }, () => 0.5), 1])
  // As autovacuum would do soon after so many writes.
  await server.database.query('analyze')
  for (const [read, blocksMax] of [
    [readTransfers, 200],
    [readActivities, 350],
  ] as const) {
    const cost = (limit: number) =>
      explain(server.database, (reader) => read({ db: reader, keyring }, mover.id, { limit }))
    const [page, whole] = [await cost(20), await cost(1000)]
    expect(page.scanned).toEqual([])
    expect(page.blocks).toBeLessThan(blocksMax)
    expect(whole.blocks).toBeGreaterThan(blocksMax)
  }
})
