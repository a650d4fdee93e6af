import { expect, onTestFinished, test } from 'vitest'
import { fund, fundedMember, sendMoney } from '../testing/money.ts'
import { newMember, signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const SOON_MS = 3000
const HEARTBEAT_MS = 10_000

test('a member who receives money gets an event, and nobody else does', async () => {
  const sender = await fundedMember(server, 50)
  const recipient = await fundedMember(server, 0)
  const stranger = await fundedMember(server, 0)
  const [events, strangerEvents] = [await follow(recipient.visitor), await follow(stranger.visitor)]

  await sendMoney(sender.visitor, { amount: 5, recipient_id: recipient.privateKey })
  await expect.poll(() => events.news(), { timeout: SOON_MS }).toBe(1)
  expect(strangerEvents.news()).toBe(0)
})

test('a sponsor gets an event when somebody joins', async () => {
  const sponsor = await signedIn(server)
  const events = await follow(sponsor.visitor)
  await newMember(server, { referral_code: sponsor.referralCode })
  await expect.poll(() => events.news(), { timeout: SOON_MS }).toBeGreaterThan(0)
})

test('a depositor gets events when the deposit is seen, as it is confirmed, and when it is credited', async () => {
  const { visitor } = await signedIn(server)
  const { wallet_address: address } = (await visitor.post('/api/wallet/generate')).body.data
  const events = await follow(visitor)
  await visitor.post('/api/demo/pay', { address, amount: 12 })

  // Reads only after an event, as an open screen does.
  const seen: { status: number; confirmations: { seen: number } }[] = []
  for (let heard = 0; seen.at(-1)?.status !== 1; heard = events.news()) {
    await expect.poll(() => events.news(), { timeout: 90_000 }).toBeGreaterThan(heard)
    seen.push((await visitor.get('/api/transactions/history?type=Deposit')).body.data.transactions[0])
  }
  expect(seen[0]?.status).toBe(2)
  expect(new Set(seen.map(({ confirmations }) => confirmations.seen)).size).toBeGreaterThan(1)
})

test('a burst is merged into few events', async () => {
  const sender = await fundedMember(server, 50)
  const recipient = await fundedMember(server, 0)
  const bystander = await fundedMember(server, 0)
  const events = await follow(sender.visitor)
  const bystanderEvents = await follow(bystander.visitor)
  await Promise.all(
    Array.from({ length: 20 }, () => sendMoney(sender.visitor, { amount: 1, recipient_id: recipient.privateKey })),
  )
  await expect.poll(() => events.news(), { timeout: SOON_MS }).toBeGreaterThan(0)
  // Events are ordered: when a later one has arrived, all of the burst have.
  const heard = bystanderEvents.news()
  await fund(server, bystander.id, 1)
  await expect.poll(() => bystanderEvents.news(), { timeout: SOON_MS }).toBeGreaterThan(heard)
  expect(events.news()).toBeLessThan(10)
})

test('an event names its change, and the author’s reply says that later reads show it', async () => {
  const sender = await fundedMember(server, 50)
  const recipient = await fundedMember(server, 50)
  const events = await follow(sender.visitor)
  const reply = await sender.visitor.send('POST', '/api/transfers/process', {
    body: JSON.stringify({ amount: 1, recipient_id: recipient.privateKey }),
    headers: { 'x-snapshot': 'wanted' },
  })
  await expect.poll(() => events.changes(), { timeout: SOON_MS }).toHaveLength(1)
  expect(await isShown(events.changes()[0], reply.headers['x-snapshot'])).toBe(true)

  // What somebody else does afterwards is a new event.
  await sendMoney(recipient.visitor, { amount: 1, recipient_id: sender.privateKey })
  await expect.poll(() => events.changes(), { timeout: SOON_MS }).toHaveLength(2)
  expect(await isShown(events.changes()[1], reply.headers['x-snapshot'])).toBe(false)
})

test('a change of the payout address is named, too, and only requests that ask for a snapshot get one', async () => {
  const { visitor } = await signedIn(server)
  const events = await follow(visitor)
  const change = { body: JSON.stringify({ wallet_address: `0x${'1'.repeat(40)}` }) }
  const { headers } = await visitor.send('PUT', '/api/users/wallet', {
    ...change,
    headers: { 'x-snapshot': 'wanted' },
  })
  await expect.poll(() => events.changes(), { timeout: SOON_MS }).toHaveLength(1)
  expect(await isShown(events.changes()[0], headers['x-snapshot'])).toBe(true)
  expect((await visitor.send('PUT', '/api/users/wallet', change)).headers).not.toHaveProperty('x-snapshot')
})

const isShown = async (change: unknown, snapshot: unknown): Promise<boolean> =>
  (
    await server.database.query<{ shown: boolean }>(
      'select pg_visible_in_snapshot($1::xid8, $2::pg_snapshot) as shown',
      [change, snapshot],
    )
  ).rows[0]!.shown

test('events need a session', async () => {
  const visitor = server.visit()
  const answer = await visitor.get('/api/events')
  expect(answer.status).toBe(401)
  expect(answer.body.code).toBe('no_session')
})

test('a stream ends with its session', async () => {
  const member = await signedIn(server)
  const events = await follow(member.visitor)
  await member.visitor.post('/api/users/logout')
  await expect.poll(() => events.ended(), { timeout: HEARTBEAT_MS + SOON_MS }).toBe(true)
})

test('an account has a limited number of streams', async () => {
  const member = await signedIn(server)
  for (let stream = 0; stream < 10; stream += 1) await follow(member.visitor)
  const answer = await member.visitor.get('/api/events')
  expect(answer.status).toBe(429)
})

test('after the connection to the database was lost, everyone refetches', async () => {
  const member = await signedIn(server)
  const events = await follow(member.visitor)
  await server.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'trefoil news%' and datname = current_database()`,
  )
  await expect.poll(() => events.news(), { timeout: 2 * SOON_MS }).toBeGreaterThan(0)
})

type Followed = { news: () => number; changes: () => string[]; ended: () => boolean }

async function follow({ token }: Visitor): Promise<Followed> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const reply = await fetch(new URL('/api/events', server.url), {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  let isOver = false
  void (async () => {
    try {
      for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) text += chunk
    } catch {
      // The test is over and closed the stream.
    }
    isOver = true
  })()
  const messages = () => text.split('\n\n').filter((message) => message.startsWith('data:'))
  return {
    news: () => messages().length,
    changes: () => messages().flatMap((message) => JSON.parse(message.slice('data:'.length)).changes ?? []),
    ended: () => isOver,
  }
}
