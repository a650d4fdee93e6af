import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareMailServer } from '../testing/mail-server.ts'
import { isFor, openPostOffice } from '../testing/post-office.ts'
import { deliverMails, type DeliveryContext } from './deliver.ts'
import { mailHealth } from './health.ts'
import { enqueueMail, enqueueMailToAddress } from './outbox.ts'

const mailbox = await shareMailServer()
const NOBODY_LISTENS = 'smtp://127.0.0.1:1'

test('a mail that the server refuses is kept, retried and sent once', async () => {
  const office = await openPostOffice(mailbox)
  await office.queue()
  void mailbox.refuseNext(isFor(office.owned.email))
  await office.deliver()
  expect(await office.rows()).toEqual([
    { state: 'failed', attempts: 1, last_error: expect.stringContaining('come back later'), waits: true },
  ])
  // Not before it is due.
  await office.deliver()
  expect(office.received()).toHaveLength(0)
  await office.hurry()
  await office.deliver()
  await office.hurry()
  await office.deliver()
  expect(await office.rows()).toEqual([{ state: 'sent', attempts: 2, last_error: null, waits: null }])
  expect(office.received()).toHaveLength(1)
})

test('while the server is down each attempt waits longer; after three days the mail is given up, but never deleted', async () => {
  const office = await openPostOffice(mailbox)
  office.useServer(NOBODY_LISTENS)
  await office.queue()
  const pauses: number[] = []
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await office.deliver()
    const { rows } = await office.owner.query<{ seconds: number }>(
      'select round(extract(epoch from next_at - tried_at))::int as seconds from mail_outbox',
    )
    pauses.push(rows[0]!.seconds)
    await office.hurry()
  }
  expect(pauses).toEqual([5, 20, 80, 320, 1280, 5120, 20_480, 21_600, 21_600, 21_600])
  await office.owner.query(`update mail_outbox set created_at = now() - interval '73 hours'`)
  await office.deliver()
  expect(await office.rows()).toEqual([
    { state: 'undeliverable', attempts: 11, last_error: expect.stringContaining('ECONNREFUSED'), waits: null },
  ])
  await expect(office.db.deleteFrom('mail_outbox').execute()).rejects.toThrow('A mail that was not delivered is kept')
})

test('a crash between sending and recording sends the mail exactly once more', async () => {
  const office = await openPostOffice(mailbox)
  await office.queue()
  // The mail is sent, but the database refuses to record it, as if the process died just then.
  await office.owner.query(`alter table mail_outbox add constraint cut_off check (state <> 'sent')`)
  await expect(office.deliver()).rejects.toThrow('cut_off')
  await office.owner.query('alter table mail_outbox drop constraint cut_off')
  expect(office.received()).toHaveLength(1)
  await office.deliver()
  expect(office.received(), 'nobody takes it before the lease ends').toHaveLength(1)
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await office.hurry()
    await office.deliver()
  }
  expect(office.received()).toHaveLength(2)
})

test('concurrent workers send each mail once', async () => {
  const office = await openPostOffice(mailbox)
  const deliverBeside = office.openBeside()
  const { rows } = await office.owner.query<{ id: number; email: string }>(
    `update account set email = $1 || id || '@example.org' where id in (select id from account limit 20) returning id, email`,
    [randomUUID()],
  )
  for (const { id } of rows)
    for (const address of ['0x1', '0x2'])
      await office.db.transaction().execute((tx) => enqueueMail(tx, id, { kind: 'new address', facts: { address } }))
  while ((await Promise.all([office.deliver(), deliverBeside(), office.deliver()])).includes(true));
  await office.deliver()
  for (const { email } of rows) expect(mailbox.mails.filter(isFor(email))).toHaveLength(2)
})

test('a rolled-back transaction sends nothing', async () => {
  const office = await openPostOffice(mailbox)
  const failing = office.db.transaction().execute(async (tx) => {
    await enqueueMail(tx, office.owned.id, { kind: 'passcode changed', facts: {} })
    await enqueueMailToAddress(tx, 'forgotten passcode', { email: office.owned.email, language: null })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await office.deliver()
  expect([await office.rows(), office.received()]).toEqual([[], []])
})

test('health shows that the last attempt failed, but not one bad address among delivered mails', async () => {
  const office = await openPostOffice(mailbox)
  expect(await mailHealth(office.db)).toEqual({ well: true, sentence: 'ok' })
  office.useServer(NOBODY_LISTENS)
  await office.queue()
  await office.deliver()
  expect(await mailHealth(office.db)).toMatchObject({ well: false, sentence: expect.stringContaining('1 failed') })
  office.useServer(mailbox.url)
  await office.queue()
  await office.deliver()
  expect(await mailHealth(office.db)).toMatchObject({ well: true, sentence: expect.stringContaining('1 failed') })
  await office.owner.query(`update mail_outbox set next_at = now() - interval '6 minutes' where next_at is not null`)
  expect(await mailHealth(office.db)).toMatchObject({ well: false, sentence: expect.stringContaining('overdue') })
})

test('a slow failure does not overwrite another worker’s success', async () => {
  const office = await openPostOffice(mailbox)
  await office.queue()
  let failNow: (() => void) | undefined
  const slow: DeliveryContext = {
    ...office.context,
    mailer: { send: () => new Promise((_, reject) => (failNow = () => reject(new Error('too slow')))) },
  }
  const failing = deliverMails(slow)
  // Not only taken, but handed over: who takes it later must not be able to come first.
  await expect.poll(() => failNow).toBeDefined()
  await office.hurry()
  await office.deliver()
  failNow?.()
  await failing
  expect(await office.rows()).toEqual([{ state: 'sent', attempts: 2, last_error: null, waits: null }])
  expect(office.received()).toHaveLength(1)
})
