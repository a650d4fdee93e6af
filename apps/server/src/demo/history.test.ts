import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMO_BEHAVIOUR } from '@trefoil/core/simulator/demo-behaviour'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { verifyInvariants } from '../ledger/verify.ts'
import { isLong } from '../testing/long-form.ts'
import { balancesOf } from '../testing/money.ts'
import { signIn } from '../testing/people.ts'
import { newDemo } from '../testing/new-demo.ts'
import { visitor } from '../testing/visitor.ts'
import { makeCast, SPAN_DAYS } from './cast.ts'
import { DEMO_PASSCODE } from './seed.ts'

const SEED_TIMEOUT_MS = 300_000
const DAY_MS = 86_400_000

const demo = await newDemo()
const running = await demo.start()
afterAll(async () => {
  await running.stop()
  await demo.remove()
})

test('four hundred people join over fourteen months, each once', () => {
  const cast = makeCast()
  expect(cast).toHaveLength(400)
  expect(new Set(cast.map(({ name }) => name)).size).toBe(400)
  expect(makeCast()).toEqual(cast)
})

test('each of fourteen months has joins, deposits and donations', async () => {
  const months = await byMonth(demo.pool)
  expect(months).toHaveLength(14)
  for (const month of months) {
    expect(month.joined, JSON.stringify(month)).toBeGreaterThan(0)
    expect(month.deposits, JSON.stringify(month)).toBeGreaterThan(0)
    expect(month.donations, JSON.stringify(month)).toBeGreaterThan(0)
  }
})

test('facts are there from the start, and the simulator of a new installation draws from what the demo’s members did', async () => {
  const { data } = (await visitor(running.url).get('/api/facts')).body
  expect(data.facts).toMatchObject({ people: 400, everyone: { got_back_less: expect.any(Number) } })
  expect(data.facts.cohorts.length).toBeGreaterThan(6)
  expect(data.facts.did).toEqual(DEMO_BEHAVIOUR)
})

test('donations are spread over three open causes', async () => {
  const { rows } = await demo.pool.query<{ donations: number }>(`
    select count(*)::int as donations from donation join cause on cause.id = cause_id where state = 'open' group by cause_id`)
  expect(rows).toHaveLength(3)
  for (const { donations } of rows) expect(donations).toBeGreaterThan(50)
})

test.each([
  ['the-cause', ['Water in the upper village', 'The first thousand trees'], 1],
  ['clean-water', ['The fourth filter is filled'], 1],
  ['school-meals', ['The third school cooks'], 0],
])('the page of %s has a picture, a story and updates', async (slug, titles, payouts) => {
  const { data } = (await visitor(running.url).get(`/api/causes/${slug}`)).body
  expect(data).toMatchObject({
    summary: expect.stringMatching(/\.$/),
    picture: { width: 1200, height: 600, description: expect.any(String) },
    story_html: expect.stringContaining('<h3>'),
    legal: { name: expect.stringContaining('Invented') },
  })
  expect(data.updates.map(({ title }: { title: string }) => title)).toEqual(titles)
  expect(data.payouts).toHaveLength(payouts)
})

test('two causes were paid on the chain, by two operators, about half of what they were given', async () => {
  const { rows } = await demo.pool.query<{ slug: string; address: string; dollars: string; days: number }>(
    `select slug, payout_address as address, (amount / 100000)::text as dollars,
      extract(day from now() - ended_at)::int as days, proposed_by <> proposal.decided_by as by_two
    from withdrawal w join cause on cause.id = -w.member_id join proposal on proposal.id = proposal_id
    where w.state = 'paid' order by cause.id`,
  )
  expect(rows).toMatchObject([
    { slug: 'the-cause', by_two: true },
    { slug: 'clean-water', by_two: true },
  ])
  for (const { slug, address, dollars, days } of rows) {
    expect(days, slug).toBeGreaterThan(30)
    const { data } = (await visitor(running.url).get(`/api/causes/${slug}`)).body
    expect(data.payouts).toMatchObject([{ amount: Number(dollars) }])
    expect(await paidIn(data.payouts[0].transaction, address), slug).toContain(BigInt(dollars) * 10n ** 18n)
    expect(data.paid_out / data.given, slug).toBeGreaterThan(0.4)
    expect(data.paid_out / data.given, slug).toBeLessThan(0.7)
  }
})

test('there are withdrawals in every lasting state', async () => {
  const { rows } = await demo.pool.query<{ state: string }>('select distinct state from withdrawal order by state')
  expect(rows.map(({ state }) => state)).toEqual(['approved', 'cancelled', 'paid', 'refused', 'requested'])
})

test('somebody gave nothing, somebody earned nothing, somebody is frozen, and operators have something to do', async () => {
  const { rows } = await demo.pool.query(`
    select count(*) filter (where total_donated = 0) > 10 as gave_nothing,
      count(*) filter (where total_donated > 0 and total_earned = 0) > 10 as earned_nothing,
      count(*) filter (where frozen) as frozen,
      count(*) filter (where stage between 1 and 3) > count(*) / 2 as mostly_early,
      count(*) filter (where stage >= 7) between 5 and 30 as few_late,
      (select count(*) from unmatched_transfer) as unmatched,
      (select count(*) from proposal where state = 'open') as proposals from member_balance`)
  expect(rows[0]).toEqual({
    gave_nothing: true,
    earned_nothing: true,
    frozen: '1',
    mostly_early: true,
    few_late: true,
    unmatched: '1',
    proposals: '1',
  })
})

test('every invariant holds, and times are in the order of ids', async () => {
  const violated = (await verifyInvariants(openDatabase(demo.pool))).filter(({ violations }) => violations > 0)
  expect(violated).toEqual([])
  const { rows } = await demo.pool.query(`
    select count(*) filter (where created_at < before) as backwards, count(*) filter (where created_at > now()) as ahead
    from (select created_at, lag(created_at) over (order by id) as before from journal) journal`)
  expect(rows[0]).toEqual({ backwards: '0', ahead: '0' })
})

test('no mail is sent about the past', async () => {
  const { rows } = await demo.pool.query(
    // The inbox shows what happened. It is filled in the background.
    `select (select count(*) from mail_outbox where state <> 'inbox') + (select count(*) from demo_mail) as mails`,
  )
  expect(rows[0]).toEqual({ mails: '0' })
})

test('the sample member stands in the middle, with a team, earnings, $50 to withdraw and $2,000 to give', async () => {
  const guest = visitor(running.url)
  const settings = await guest.get('/api/settings/public')
  await signIn(guest, settings.body.data.demo.sign_ins[0].private_key, DEMO_PASSCODE)
  const balances = await balancesOf(guest)
  expect(balances.balance).toBeGreaterThanOrEqual(50)
  expect(balances.deposit_balance).toBeGreaterThanOrEqual(2000)
  const { rows } = await demo.pool.query(`
    select depth >= 4 as has_others_above, sizes[1] + sizes[2] + sizes[3] + sizes[4] + sizes[5] > 50 as has_team,
      (select count(*) from withdrawal w where w.member_id = m.id and state = 'paid') >= 3 as was_paid,
      (select count(distinct date_trunc('month', created_at)) from entry join journal on journal.id = journal_id
        where entry.member_id = m.id and share not in ('whole')) >= 11 as earned_for_a_year
    from member m join team on team.member_id = m.id join account using (id) where name = 'Ada Moreno'`)
  expect(rows[0]).toEqual({ has_others_above: true, has_team: true, was_paid: true, earned_for_a_year: true })
})

test('deposits and payouts are transactions of the past on the chain', async () => {
  const { rows } = await demo.pool.query<{ blocks: string[] }>(
    'select array_agg(distinct block_number::text) as blocks from deposit',
  )
  const blocks = rows[0]?.blocks ?? []
  const times = await Promise.all(blocks.map(async (number) => blockTime(Number(number))))
  const ages = times.map((time) => Date.now() - time)
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeGreaterThan((SPAN_DAYS - 30) * DAY_MS)
})

test.runIf(isLong)(
  'an interrupted seed is repeated, with the same result',
  async () => {
    const other = await newDemo()
    const owner = new pg.Client({ connectionString: other.settings.databaseOwnerUrl })
    owner.on('error', () => undefined)
    await owner.connect()
    // The database closes its connections in the middle of the seed.
    const cut = other.start().catch((error: Error) => error)
    await expect
      .poll(
        () =>
          owner.query('select from journal having count(*) > 100').then(
            ({ rowCount }) => rowCount,
            () => 0,
          ),
        {
          timeout: SEED_TIMEOUT_MS,
        },
      )
      .toBe(1)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(await cut).toBeInstanceOf(Error)
    const again = await other.start()
    expect(await byMonth(other.pool)).toEqual(await byMonth(demo.pool))
    await again.stop()
    await owner.end()

    await other.remove()
  },
  SEED_TIMEOUT_MS,
)

test('a second start replays little, and adds nothing', async () => {
  const before = await byMonth(demo.pool)
  const [journal = ''] = (await readdir(demo.settings.dataDir)).filter((file) => file.endsWith('.journal'))
  const lines = (await readFile(join(demo.settings.dataDir, journal), 'utf8')).split('\n')
  // A transaction or a block takes about a millisecond.
  expect(lines.length).toBeLessThan(2000)
  const second = await demo.start()
  await second.stop()
  expect(await byMonth(demo.pool)).toEqual(before)
})

/** What was done in each complete month of the story, newest last. */
async function byMonth(pool: pg.Pool) {
  const { rows } = await pool.query<{ month: number; joined: number; deposits: number; donations: number }>(`
    with story as (select min(created_at) as began from account)
    select month, (select count(*)::int from account where floor(extract(epoch from created_at - began) / 2628000) = month) as joined,
      count(*) filter (where reason = 'deposit')::int as deposits, sum(amount) filter (where reason = 'deposit') as deposited,
      count(*) filter (where reason = 'donation')::int as donations, sum(amount) filter (where reason = 'donation') as donated,
      count(*) filter (where reason = 'transfer')::int as transfers,
      count(*) filter (where reason = 'withdrawal_held')::int as withdrawals, sum(amount) as moved
    from generate_series(0, 13) month, story,
      lateral (select * from journal where floor(extract(epoch from created_at - began) / 2628000) = month) journal
    group by month, began order by month`)
  return rows
}

async function blockTime(number: number): Promise<number> {
  const { timestamp } = await ask<{ timestamp: string }>('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
  return Number(timestamp) * 1000
}

type Log = { topics: string[]; data: string }

/** What an address got in a transaction, in the token's smallest unit. */
async function paidIn(transaction: string, address: string): Promise<bigint[]> {
  const { logs } = await ask<{ logs: Log[] }>('eth_getTransactionReceipt', [transaction])
  const isTo = ({ topics: [, , to] }: Log) => to?.endsWith(address.slice(2).toLowerCase())
  return logs.filter(isTo).map(({ data }) => BigInt(data))
}

async function ask<Result>(method: string, params: unknown[]): Promise<Result> {
  const { rows } = await demo.pool.query(`select value ->> 'port' as port from installation where key = 'local chain'`)
  const reply = await fetch(`http://127.0.0.1:${rows[0].port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, method, params }),
  })
  return ((await reply.json()) as { result: Result }).result
}
