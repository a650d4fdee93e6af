import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { LOCKS } from './db/database.ts'
import { startTrefoil } from './start.ts'
import { donate, earner, fundedMember, sendMoney, withdraw } from './testing/money.ts'
import { randomAddress } from './testing/payouts.ts'
import { PASSCODE } from './testing/people.ts'
import { given, reversing } from './testing/reversals.ts'
import { shareTestServer, startTestServer, type TestServer } from './testing/server.ts'
import { signInStaff } from './testing/staff.ts'
import { visitor, type Answer } from './testing/visitor.ts'

const SOON = { timeout: 90_000, interval: 100 }

type Traces = { journals?: Record<string, string>; repeats?: Record<string, string> }
type Line = Traces & { msg: string; requests?: string[]; connection?: number; code?: string }

async function linesOf({ settings }: TestServer, about: string): Promise<Line[]> {
  const text = await readFile(join(settings.dataDir, 'server.log'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === about)
}

/** A batch is written down after its orders are answered. */
const slowOnes = async (of: TestServer) => (await linesOf(of, 'a batch was slow')).flatMap(({ requests }) => requests)

/** A process that posts, and one of the role web that forwards to it. Both write into one log. */
const server = await shareTestServer()
const web = await startTrefoil({ ...server.settings, role: 'web', logKeyFile: undefined })
afterAll(web.stop)

/** A member who sends by way of `web`, and the connection over which the other one posts. */
async function scene() {
  const [from, to] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  const browser = visitor(web.url)
  browser.token = from.visitor.token
  const order = { amount: 0.01, recipient_id: to.privateKey }
  const send = (key?: string) => sendMoney(browser, order, key)
  const lastUsed = async () => {
    const { rows } = await server.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'trefoil ledger'
        order by query_start desc limit 1`,
    )
    return rows[0]?.pid
  }
  await sendMoney(from.visitor, order)
  const connection = await lastUsed()
  const isForwarded = async () => (await send(), await lastUsed())
  await expect.poll(isForwarded, SOON).toBe(connection)
  return { send, connection }
}

/** Nobody posts until it is given back. */
async function takeLock({ database }: TestServer) {
  const client = await database.connect()
  await client.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.ledger])
  return async () => {
    await client.query('select pg_advisory_unlock($1, $2)', [LOCKS.space, LOCKS.ledger])
    client.release()
  }
}

const waiters = async ({ database }: TestServer): Promise<number[]> => {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and not granted and classid = $1 and objid = $2
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.space, LOCKS.ledger],
  )
  return rows.map(({ pid }) => pid)
}

test('whoever posts writes down which requests were in a batch that was slow, and over which connection', async () => {
  const { send, connection } = await scene()
  const giveBack = await takeLock(server)
  const sent = [send('a-key-of-the-client'), send()]
  await expect.poll(() => waiters(server), SOON).toEqual([connection])
  await sleep(1200)
  await giveBack()
  const ids = (await Promise.all(sent)).map(({ status, headers }) => {
    expect(status).toBe(200)
    return headers['x-request-id']
  })
  await expect.poll(() => slowOnes(server), SOON).toEqual(expect.arrayContaining(ids))
  const [slow] = await linesOf(server, 'a batch was slow')
  expect(slow).toMatchObject({ connection, orders: expect.any(Number), journal: expect.stringMatching(/^\d+$/) })
})

test('a batch that fails is written down with its requests, and with what the database said', async () => {
  const { send, connection } = await scene()
  const giveBack = await takeLock(server)
  const sent = send()
  await expect.poll(() => waiters(server), SOON).toEqual([connection])
  await server.database.query('select pg_terminate_backend($1)', [connection])
  await giveBack()
  const { status, headers } = await sent
  // It was tried again.
  expect(status).toBe(200)
  await expect
    .poll(() => linesOf(server, 'a batch failed'), SOON)
    .toEqual([expect.objectContaining({ requests: [headers['x-request-id']], orders: 1, connection, code: '57P01' })])
})

test('so are cancelled withdrawals, erased accounts and what operators decide', async () => {
  const { olga } = await signInStaff(server)
  const [canceller, refused, leaver] = [
    await earner(server, 100),
    await earner(server, 100),
    await fundedMember(server, 0),
  ]
  const asked = async ({ visitor: of }: typeof canceller) => (await withdraw(of)).body.data.withdrawal_id as string
  const [cancelled, looked] = [await asked(canceller), await asked(refused)]
  const erasing = { password: PASSCODE, confirmation: 'ERASE' }
  for (const send of [
    () => canceller.visitor.post(`/api/transactions/withdrawal/${cancelled}/cancel`),
    () => olga.post(`/api/operator/withdrawals/${looked}/refuse`, { why: 'Not an address of theirs' }),
    () => leaver.visitor.post('/api/users/data/erase', erasing),
  ]) {
    const giveBack = await takeLock(server)
    const sent = send()
    await expect.poll(() => waiters(server), SOON).toHaveLength(1)
    await sleep(1200)
    await giveBack()
    const { status, body, headers } = await sent
    expect(status, JSON.stringify(body)).toBe(200)
    await expect.poll(() => slowOnes(server), SOON).toContain(headers['x-request-id'])
  }
})

const why = 'Because it is a test'

/** A payment of a dollar from the vault that nobody has booked. */
async function unbooked({ database }: TestServer): Promise<{ transaction: string; ordinal: number }> {
  const transaction = `0x${randomBytes(32).toString('hex')}`
  const scans = async () => (await database.query('select from scan')).rows.length
  await expect.poll(scans, SOON).toBe(1)
  await database.query(
    `insert into reserve_transfer
      (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind, payout_id)
     select chain_id, $1, 0, final, $2, $2, $3, 'payout', $1 from scan`,
    [transaction, randomAddress(), String(10n ** 18n)],
  )
  return { transaction, ordinal: 0 }
}

test('the id of any request for money leads to its journal, whatever its key', async () => {
  const telling = await startTestServer({ logLevel: 'info' })
  const { olga, oscar } = await signInStaff(telling)
  const [member, other] = [await fundedMember(telling, 100), await fundedMember(telling, 0)]
  const withdrawer = await earner(telling, 100)
  const { propose, agree } = reversing({ olga, oscar })
  const agreed = async (kind: string, body: object) => {
    const proposed = async () => {
      // Comparisons that do not know the payment have settled its block.
      await telling.database.query(`delete from reconciliation where (figures ->> 'unbooked')::numeric = 0`)
      return olga.post(`/api/operator/proposals/${kind}`, { ...body, why })
    }
    // What was read from the chain is listed a moment later.
    await expect.poll(async () => (answer = await proposed()).status, SOON).toBe(200)
    return agree(answer!)
  }
  let answer: Answer | undefined
  const transfer = { amount: 1, recipient_id: other.privateKey }
  const adjusted = { member: other.id, account: 'impact', amount: 1 }
  const asked: [what: string, reason: string, ask: () => Promise<Answer>][] = [
    ['a donation', 'donation', () => donate(member.visitor, 20, 'key-of-a-donation')],
    ['a transfer', 'transfer', () => sendMoney(member.visitor, transfer, 'key-of-a-transfer')],
    ['a withdrawal', 'withdrawal_held', () => withdraw(withdrawer.visitor, {}, 'key-of-a-withdrawal')],
    ['an adjustment', 'adjustment', () => agreed('adjustment', adjusted)],
    ['a payout', 'withdrawal_held', () => agreed('payout', { cause: null, amount: 0.5, address: randomAddress() })],
    ['a reversal', 'reversal', async () => agree(await propose(await given(telling, member, 10)))],
    ['a payment', 'adjustment', async () => agreed('payment', { ...(await unbooked(telling)), member: null })],
  ]
  const tracesOf = async () => linesOf(telling, 'posted')
  for (const [what, reason, ask] of asked) {
    const { status, body, headers } = await ask()
    expect(status, `${what}: ${JSON.stringify(body)}`).toBe(200)
    const id = headers['x-request-id'] as string
    const journals = async () => (await tracesOf()).flatMap(({ journals: all }) => all?.[id] ?? [])
    await expect.poll(journals, { ...SOON, message: what }).toHaveLength(1)
    const { rows } = await telling.database.query('select reason from journal where id = $1', await journals())
    expect(rows, what).toEqual([{ reason }])
  }
  // The answer to a repeat has another id.
  const { headers } = await sendMoney(member.visitor, transfer, 'key-of-a-transfer')
  const id = headers['x-request-id'] as string
  const repeatsOf = async () => (await tracesOf()).flatMap(({ repeats }) => repeats?.[id] ?? [])
  await expect.poll(repeatsOf, SOON).toEqual(['key-of-a-transfer'])
})

test('where only warnings are written down, nothing is for an order', async () => {
  const member = await fundedMember(server, 100)
  expect((await donate(member.visitor, 20, 'a-key')).status).toBe(200)
  expect(await linesOf(server, 'posted')).toEqual([])
})

test('an order that cannot be written fails alone, and names its own request only', async () => {
  const { send } = await scene()
  await server.database.query(`
    create function refuse_key() returns trigger language plpgsql as $$
    begin
      if new.idempotency_key = 'unwritable' then raise exception 'cannot be written'; end if;
      return new;
    end $$;
    create trigger refuse_key before insert on journal for each row execute function refuse_key()`)
  const before = (await linesOf(server, 'a batch failed')).length
  const answers = await Promise.all([send('good'), send('unwritable'), send('better')])
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200])
  await expect
    .poll(async () => (await linesOf(server, 'a batch failed')).slice(before), SOON)
    .toEqual([expect.objectContaining({ requests: [answers[1]?.headers['x-request-id']], why: 'cannot be written' })])
})
