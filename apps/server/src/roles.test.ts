import { expect, onTestFinished, test } from 'vitest'
import { LOCKS } from './db/database.ts'
import { UNIT } from './testing/chain.ts'
import { balancesOf, earner, fundedMember, sendMoney, withdraw } from './testing/money.ts'
import { randomAddress } from './testing/payouts.ts'
import { signedIn } from './testing/people.ts'
import { roleScene } from './testing/role-scene.ts'
import { startServerProcess } from './testing/server-process.ts'
import { startTestServer } from './testing/server.ts'
import { visitor as visitorOf } from './testing/visitor.ts'

const SOON = { timeout: 90_000, interval: 100 }

test('a worker posts what web takes, another goes on when it stops, and web alone posts by itself', async () => {
  const { wallet, settings, start, becomesPostedBy, lastPostedBy } = await roleScene()
  const [web, first] = [await start('web', 'web'), await start('worker', 'first')]
  const server = { ...web, settings, database: wallet.owner, ledger: wallet.ledger }
  const from = await fundedMember(server, 100)
  const to = await fundedMember(server, 0)
  let sent = 0
  const send = async () => {
    const answer = await sendMoney(from.visitor, { amount: 0.01, recipient_id: to.privateKey })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    sent += 1
  }
  await becomesPostedBy('first', send)
  const second = await start('worker', 'second')
  await send()
  expect(await lastPostedBy()).toBe('first')

  await first.stop()
  await becomesPostedBy('second', send)
  await second.stop()
  await becomesPostedBy('web', send)
  // It does not become the one that posts for all.
  const leases = async () => (await wallet.owner.query('select from lease where until > now()')).rowCount
  await expect.poll(leases, SOON).toBe(0)
  await send()
  expect(await lastPostedBy()).toBe('web')
  expect((await balancesOf(to.visitor)).deposit_balance).toBeCloseTo(0.01 * sent, 5)
  await wallet.verify()
})

test('web is not ready while the worker that posts for it could not post', async () => {
  const { wallet, settings, start, becomesPostedBy } = await roleScene()
  const [web] = [await start('web', 'web'), await start('worker', 'worker')]
  const server = { ...web, settings, database: wallet.owner, ledger: wallet.ledger }
  const [from, to] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  await becomesPostedBy('worker', () => sendMoney(from.visitor, { amount: 0.01, recipient_id: to.privateKey }))
  const readiness = async () => (await visitorOf(web.url).get('/api/ready')).body.message
  await expect.poll(readiness, SOON).toBe('Ready')
  // A statement that is at work, so nobody takes the lock for abandoned.
  const client = await wallet.owner.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const held = client.query('select pg_advisory_xact_lock($1, $2), pg_sleep(600)', [LOCKS.space, LOCKS.ledger])
  held.catch(() => {})
  await expect.poll(readiness, SOON).toBe('Nothing can be posted.')
  await wallet.owner.query('select pg_cancel_backend($1)', [rows[0]?.pid])
  await expect(held).rejects.toMatchObject({ code: '57014' })
  client.release()
  await expect.poll(readiness, SOON).toBe('Ready')
})

test('what a member asks web for is paid by the worker, which alone has the key', async () => {
  const { chain, payouts, wallet, settings, start } = await roleScene()
  const growing = setInterval(() => void chain.mine(), 300)
  onTestFinished(() => clearInterval(growing))
  const web = await start('web', 'web')
  const server = { ...web, settings, database: wallet.owner, ledger: wallet.ledger }
  const member = await earner(server, 40)
  const to = randomAddress()
  // Without the key, web still knows whose address it is.
  const own = await withdraw(member.visitor, { amount: 40, withdrawal_address: chain.chain.signer })
  expect(own.body.code).toBe('invalid_address')
  const asked = await withdraw(member.visitor, { amount: 40, withdrawal_address: to })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const { withdrawal_id: reference } = asked.body.data as { withdrawal_id: string }
  await payouts.approve(reference)

  await start('worker', 'worker')
  await expect.poll(() => payouts.stateOf(reference), SOON).toBe('paid')
  expect(await chain.chain.balanceOf(to)).toBe(40n * UNIT)
})

test('a worker says how it is, and serves nothing else', async () => {
  const { start } = await roleScene()
  const worker = await start('worker', 'worker', { METRICS_TOKEN: 'collector' })
  const visitor = visitorOf(worker.url)
  await expect.poll(async () => (await visitor.get('/api/ready')).status, SOON).toBe(200)
  expect((await visitor.get('/api/health')).body.parts).toMatchObject({ database: 'ok', ledger: 'ok' })
  for (const path of ['/', '/signin', '/api/docs', '/api/users/profile', '/api/events', '/metrics'])
    expect((await visitor.get(path)).body, path).toMatchObject({ success: false, code: 'not_found' })
  expect((await visitor.post('/api/users/login', { identifier: 'x', password: 'y' })).status).toBe(404)
  visitor.token = 'collector'
  expect((await visitor.get('/metrics')).body).toContain('trefoil_process{role="worker"} 1')
})

test('an account has ten streams over all processes, and those of one that was killed are free again', async () => {
  const other = await startTestServer()
  const one = await startServerProcess(other)
  const { visitor } = await signedIn(other)
  const follow = async ({ url }: { url: string }) => {
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const { status } = await fetch(new URL('/api/events', url), {
      headers: { authorization: `Bearer ${visitor.token}` },
      signal: leaving.signal,
    })
    return { status, leave: () => leaving.abort() }
  }
  // At once, so that both look for the last slots at the same time.
  const opened = await Promise.all(Array.from({ length: 14 }, (_, index) => follow(index % 2 === 0 ? one : other)))
  const followed = opened.filter(({ status }) => status === 200)
  expect(followed).toHaveLength(10)
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect((await follow(other)).status).toBe(429)
  followed[0]!.leave()
  await expect.poll(async () => (await follow(other)).status, SOON).toBe(200)
  expect((await follow(one)).status).toBe(429)

  // What another primary knows of them after a failover: nothing.
  await other.database.query(`
    truncate stream_slot, stream_process;
    select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'trefoil news%' and datname = current_database()`)
  const slots = async () => (await other.database.query('select from stream_slot')).rowCount
  await expect.poll(slots, SOON).toBe(10)
  expect((await follow(one)).status).toBe(429)

  await one.kill()
  // It gives no sign of life any more, and the last one becomes too old. The other one goes on to give its own.
  await other.database.query(`update stream_process set seen_at = seen_at - interval '15 seconds'`)
  await expect.poll(async () => (await follow(other)).status, SOON).toBe(200)
})
