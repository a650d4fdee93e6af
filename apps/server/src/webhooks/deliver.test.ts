import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { depositArrives } from '../testing/arrivals.ts'
import { testSettings } from '../testing/settings.ts'
import { until } from '../testing/until.ts'
import { openReceiver } from '../testing/webhook-receiver.ts'
import { openHooks } from '../testing/webhooks.ts'
import { cleanUpWebhooks } from './clean-up.ts'
import { collectEvents } from './collect.ts'
import { webhooksHealth } from './health.ts'
import { signatureOf } from './sign.ts'
import { programFile } from '../testing/programs.ts'

/** One deposit, and whoever is told of it. */
async function scene(changes: Parameters<typeof openHooks>[0] = {}) {
  const hooks = await openHooks(changes)
  const receiver = await openReceiver()
  const endpoint = await hooks.endpoint(receiver)
  const happen = () => depositArrives(hooks.ledger, hooks.members[0]!, 10)
  return { hooks, receiver, endpoint, happen }
}

test('an event is sent once, signed by the secret, and says what happened', async () => {
  const { hooks, receiver, endpoint, happen } = await scene()
  await happen()
  await hooks.deliver()
  await hooks.deliver()
  expect(receiver.received).toHaveLength(1)
  const { headers, body } = receiver.received[0]!
  const id = String(headers['webhook-id'])
  const timestamp = Number(headers['webhook-timestamp'])
  expect(id).toMatch(/^evt_[\w-]{24}$/)
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60)
  expect(headers['webhook-signature']).toBe(signatureOf({ id, timestamp, body }, [endpoint.secret]))
  expect(headers['content-type']).toBe('application/json')
  expect(JSON.parse(body)).toMatchObject({ type: 'deposit.credited', data: { amount: 10 } })
  expect(await hooks.deliveries()).toEqual([{ state: 'delivered', attempts: 1, seconds: null }])
})

test('what is refused is tried for 28 hours, ever more rarely, then given up, and operators are told once', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answerStatus(500)
  await happen()
  const pauses: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await hooks.deliver()
    pauses.push((await hooks.deliveries())[0]!.seconds ?? 0)
    expect(await hooks.alarms()).toHaveLength(attempt < 7 ? 0 : 1)
    await hooks.hurry()
  }
  const planned = [5, 300, 1800, 7200, 18_000, 36_000, 36_000, 0]
  for (const [index, seconds] of planned.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(Math.floor(seconds * 0.9) - 2)
    expect(pauses[index]).toBeLessThanOrEqual(Math.ceil(seconds * 1.1))
  }
  expect(await hooks.deliveries()).toEqual([{ state: 'failed', attempts: 8, seconds: null }])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  await hooks.deliver()
  expect(receiver.received).toHaveLength(8)
  // The next one fails as well: they know.
  await happen()
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await hooks.deliver()
    await hooks.hurry()
  }
  expect(await hooks.alarms()).toHaveLength(1)
  const mails = await hooks.owner.query(
    `select from mail_outbox where kind = 'alarm' group by account_id having count(*) > 1`,
  )
  expect(mails.rows).toEqual([])
})

test('an hour of errors loses nothing: afterwards everything arrives, under the ids of the first attempts', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answerStatus(503)
  for (let count = 0; count < 6; count += 1) await happen()
  for (let round = 0; round < 3; round += 1) {
    await hooks.deliver()
    await hooks.hurry()
  }
  const tried = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(tried.size).toBe(6)
  expect(await hooks.endpoints()).toEqual([{ state: 'enabled', disabled_why: null, failing: true }])
  receiver.received.length = 0
  receiver.answer()
  await hooks.deliver()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(tried)
  expect(receiver.received).toHaveLength(6)
  expect(await hooks.endpoints()).toEqual([{ state: 'enabled', disabled_why: null, failing: false }])
})

test('410 disables the endpoint, and operators are told; nothing more is sent', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answerStatus(410)
  await happen()
  await hooks.deliver()
  await happen()
  await hooks.deliver()
  await hooks.hurry()
  await hooks.deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await hooks.endpoints()).toMatchObject([{ state: 'disabled', disabled_why: 'gone' }])
  expect(await hooks.alarms()).toEqual([expect.stringContaining('410')])
})

test('what has accepted nothing for five days is disabled, and operators are told', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answerStatus(500)
  await happen()
  await hooks.deliver()
  await hooks.owner.query(`update webhook_endpoint set failing_since = now() - interval '4 days 23 hours'`)
  await hooks.hurry()
  await hooks.deliver()
  expect(await hooks.endpoints()).toMatchObject([{ state: 'enabled' }])
  await hooks.owner.query(`update webhook_endpoint set failing_since = now() - interval '5 days 1 minute'`)
  await hooks.hurry()
  await hooks.deliver()
  expect(await hooks.endpoints(), 'this event has its 28 hours first').toMatchObject([{ state: 'enabled' }])
  for (let attempt = 3; attempt < 8; attempt += 1) {
    await hooks.hurry()
    await hooks.deliver()
  }
  expect(await hooks.deliveries()).toMatchObject([{ state: 'failed', attempts: 8 }])
  expect(await hooks.endpoints()).toMatchObject([{ state: 'disabled', disabled_why: 'failing' }])
  expect(await hooks.alarms()).toEqual([expect.stringContaining('5 days')])
})

test('days after an event was given up, the first failure of the next one disables nothing', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answerStatus(500)
  await happen()
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await hooks.deliver()
    await hooks.hurry()
  }
  await hooks.owner.query(`update webhook_endpoint set failing_since = now() - interval '9 days'`)
  await happen()
  await hooks.deliver()
  expect(await hooks.endpoints()).toMatchObject([{ state: 'enabled', failing: true }])
  receiver.answer()
  await hooks.hurry()
  await hooks.deliver()
  expect(await hooks.deliveries()).toMatchObject([{ state: 'failed' }, { state: 'delivered', attempts: 2 }])
  expect(await hooks.endpoints()).toMatchObject([{ state: 'enabled', failing: false }])
})

test('a redirect is not followed', async () => {
  const { hooks, receiver, happen } = await scene()
  const elsewhere = await openReceiver()
  receiver.answerStatus(302, { location: elsewhere.url })
  await happen()
  await hooks.deliver()
  expect(elsewhere.received).toHaveLength(0)
  expect(await hooks.attempts()).toMatchObject([{ status: 302 }])
  expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }])
})

test('of an endless answer the first kilobyte is kept, and the rest is not read', async () => {
  const { hooks, receiver, happen } = await scene()
  let written = 0
  receiver.answer((_request, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('\u0000ab\u202e'.repeat(10_000))) written += 60_000
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  await happen()
  const began = performance.now()
  await hooks.deliver()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered' }])
  const [{ answer }] = (await hooks.attempts()) as [{ answer: string }]
  expect(answer.length).toBeLessThanOrEqual(1024)
  expect(answer.slice(0, 4)).toBe('\ufffdab\ufffd')
  expect(written).toBeLessThan(50_000_000)
})

test('a receiver that hangs is given up in time, and others do not wait for it', async () => {
  const { hooks, receiver, happen } = await scene({ timeoutMs: 3000 })
  const quick = await openReceiver()
  await hooks.endpoint(quick)
  receiver.answer(() => {})
  for (let count = 0; count < 8; count += 1) await happen()
  await hooks.deliver()
  expect(quick.received).toHaveLength(8)
  // Four at a time: the fifth waits until one of the first is given up.
  const [first, , , fourth, fifth] = receiver.received.map(({ at }) => at)
  expect(fifth! - first!).toBeGreaterThan(2500)
  expect(fourth! - first!).toBeLessThan(fifth! - fourth!)
  expect(Math.max(...quick.received.map(({ at }) => at))).toBeLessThan(fifth!)
  const slow = ((await hooks.attempts()) as { problem: string | null }[]).filter(({ problem }) => problem !== null)
  expect(slow).toHaveLength(8)
  for (const one of slow) expect(one).toMatchObject({ status: null, problem: 'No answer within 3 seconds' })
})

test('an answer that never ends after its status is an answer', async () => {
  const { hooks, receiver, happen } = await scene({ timeoutMs: 1000 })
  receiver.answer((_request, response) => {
    response.writeHead(200)
    response.write('so far')
  })
  await happen()
  await hooks.deliver()
  expect(await hooks.attempts()).toMatchObject([{ status: 200, problem: null, answer: 'so far' }])
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered' }])
})

test.for([
  ['names', 'Connection: Upgrade\r\nUpgrade: other\r\n'],
  ['does not name', ''],
] as const)(
  'a change of protocol that %s the new one is a refusal, and its connection is closed',
  async ([, headers]) => {
    const { hooks, receiver, happen } = await scene({ timeoutMs: 2000 })
    const closed: Promise<unknown>[] = []
    receiver.answer((request) => {
      closed.push(once(request.socket, 'close'))
      request.socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`)
    })
    await happen()
    await hooks.deliver()
    expect(await hooks.attempts()).toMatchObject([{ status: 101, problem: null, answer: '' }])
    expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await Promise.all(closed)
  },
)

test.for([
  ['says nothing', ''],
  ['says that it goes on, and nothing after that', 'HTTP/1.1 100 Continue\r\n\r\n'],
] as const)('a receiver that %s and hangs up has not answered', async ([, words]) => {
  const { hooks, receiver, happen } = await scene({ timeoutMs: 2000 })
  receiver.answer((request) => void request.socket.end(words))
  await happen()
  await hooks.deliver()
  expect(await hooks.attempts()).toMatchObject([{ status: null, problem: expect.stringMatching(/hang up|closed/) }])
})

test('nobody listens: that is the problem', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.close()
  await happen()
  await hooks.deliver()
  expect(await hooks.attempts()).toMatchObject([{ status: null, problem: expect.stringContaining('ECONNREFUSED') }])
})

test('an address that has become a private one is refused at delivery', async () => {
  const { hooks, receiver, happen } = await scene({ target: { toLoopback: false } })
  await hooks.owner.query('update webhook_endpoint set url = $1', [receiver.url.replace('http:', 'https:')])
  await happen()
  await hooks.deliver()
  expect(receiver.received).toHaveLength(0)
  expect(await hooks.attempts()).toMatchObject([{ status: null, problem: expect.stringContaining('not a public one') }])
})

test('killed after the receiver has it and before that is written: sent once more, with the same id', async () => {
  const { hooks, receiver, happen } = await scene()
  await happen()
  await collectEvents(hooks.db)
  const child = spawn(
    process.execPath,
    [programFile('webhook-child'), hooks.databaseUrl, testSettings({}).secret ?? ''],
    { stdio: 'inherit' },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  receiver.answer((_request, response) => {
    child.kill('SIGKILL')
    response.writeHead(204).end()
  })
  await once(child, 'exit')
  expect(receiver.received).toHaveLength(1)
  expect([await hooks.deliveries(), await hooks.attempts()]).toEqual([
    [{ state: 'waiting', attempts: 1, seconds: expect.any(Number) }],
    [],
  ])
  receiver.answer()
  await hooks.deliver()
  expect(receiver.received, 'nobody takes it before the lease ends').toHaveLength(1)
  await hooks.hurry()
  await hooks.deliver()
  expect(receiver.received).toHaveLength(2)
  const [first, second] = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])
  expect(second).toEqual(first)
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('an event whose journal was lost is not sent, and the log says so', async () => {
  const { hooks, receiver, happen } = await scene()
  await happen()
  await collectEvents(hooks.db)
  await hooks.owner.query('update webhook_delivery set journal_id = journal_id + 1000')
  await hooks.deliver()
  expect(receiver.received).toEqual([])
  expect(await hooks.attempts()).toMatchObject([{ status: null, problem: expect.stringContaining('missing') }])
})

test('a secret that cannot be opened is an attempt that was not sent: it is in the log, and given up', async () => {
  const { hooks, receiver, happen } = await scene()
  await hooks.owner.query(
    'update webhook_endpoint set secret_box = set_byte(secret_box, length(secret_box) - 1, get_byte(secret_box, length(secret_box) - 1) # 1)',
  )
  await happen()
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await hooks.deliver()
    await hooks.hurry()
  }
  expect(receiver.received).toEqual([])
  const attempts = await hooks.attempts()
  expect(attempts).toHaveLength(8)
  expect(attempts[0]).toMatchObject({ status: null, problem: expect.stringContaining('secret') })
  expect(await hooks.deliveries()).toMatchObject([{ state: 'failed', attempts: 8 }])
})

test('two processes send each event once', async () => {
  const { hooks, receiver, happen } = await scene()
  const beside = hooks.openBeside()
  for (let count = 0; count < 20; count += 1) await happen()
  await Promise.all([hooks.deliver(), beside.deliver(), hooks.deliver()])
  await hooks.deliver()
  expect(receiver.received).toHaveLength(20)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
})

test('a process that stops gives back what hangs, so that the next one need not wait', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answer(() => {})
  await happen()
  await collectEvents(hooks.db)
  await hooks.look()
  await until(async () => receiver.received.length === 1)
  await hooks.stop()
  expect(await hooks.deliveries()).toEqual([{ state: 'waiting', attempts: 0, seconds: expect.any(Number) }])
  receiver.answer()
  await hooks.openBeside().deliver()
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a process stops in bounded time, even if what became of an attempt cannot be written', async () => {
  const { hooks, receiver, happen } = await scene()
  await happen()
  await collectEvents(hooks.db)
  const holder = await hooks.owner.connect()
  await holder.query('begin')
  await holder.query('select from webhook_endpoint for update')
  try {
    await hooks.look()
    await until(async () => receiver.received.length === 1)
    const began = performance.now()
    await hooks.stop()
    expect(performance.now() - began).toBeLessThan(10_000)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  await hooks.settle()
})

test('an operator who sends it again at the moment in which an outcome is written does not wait for ever', async () => {
  const { hooks, receiver, happen } = await scene()
  receiver.answerStatus(500)
  await happen()
  await collectEvents(hooks.db)
  // As the console does it.
  const operator = await hooks.owner.connect()
  await operator.query('begin')
  await operator.query('select from webhook_endpoint for no key update')
  await hooks.look()
  await until(async () => receiver.received.length === 1)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await until(async () => (await hooks.owner.query(waiting)).rows.length > 0)
  await operator.query('update webhook_delivery set attempts = 0, next_at = now()')
  await operator.query('commit')
  operator.release()
  await hooks.settle()
  expect(receiver.received.length).toBeGreaterThan(1)
})

test('health is in trouble if nobody sends, not if a receiver fails', async () => {
  const { hooks, receiver, happen } = await scene()
  expect(await webhooksHealth(hooks.db)).toEqual({ well: true, sentence: 'ok' })
  receiver.answerStatus(500)
  await happen()
  await hooks.deliver()
  expect(await webhooksHealth(hooks.db)).toEqual({ well: true, sentence: expect.stringContaining('fail: 1') })
  await hooks.owner.query(`update webhook_delivery set next_at = now() - interval '6 minutes'`)
  expect((await webhooksHealth(hooks.db)).well, 'an attempt was made just now').toBe(true)
  await hooks.owner.query(`update webhook_attempt set at = now() - interval '6 minutes'`)
  expect(await webhooksHealth(hooks.db)).toEqual({ well: false, sentence: expect.stringContaining('overdue') })
})

test('what ended a month ago, and all of an endpoint that was removed, is deleted', async () => {
  const { hooks, happen } = await scene()
  await happen()
  await happen()
  await hooks.deliver()
  await hooks.owner.query(
    `update webhook_delivery set ended_at = now() - interval '31 days' where id = (select min(id) from webhook_delivery)`,
  )
  await hooks.owner.query(`update webhook_endpoint set former_box = secret_box, former_until = now()`)
  await cleanUpWebhooks(hooks.db)
  expect([(await hooks.deliveries()).length, (await hooks.attempts()).length]).toEqual([1, 1])
  expect((await hooks.owner.query('select from webhook_endpoint where former_box is not null')).rows).toEqual([])
  await hooks.owner.query(
    `update webhook_endpoint set state = 'removed', secret_box = null, former_box = null, former_until = null`,
  )
  await cleanUpWebhooks(hooks.db)
  expect([await hooks.deliveries(), await hooks.endpoints()]).toEqual([[], []])
})
