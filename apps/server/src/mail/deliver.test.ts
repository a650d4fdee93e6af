import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, openPool, asApplication } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { shareMailServer, type ReceivedMail } from '../testing/mail-server.ts'
import { openTestWallet } from '../testing/wallet.ts'
import { deliverMails, type DeliveryContext, type LinkMails } from './deliver.ts'
import { mailHealth } from './health.ts'
import { smtpMailer } from './mailer.ts'
import { enqueueMail, enqueueMailToAddress, enqueueMailToOperators, releaseHeldMails } from './outbox.ts'

const mailbox = await shareMailServer()
const NOBODY_LISTENS = 'smtp://127.0.0.1:1'

/** A worker that runs on demand, with a replaceable mail server. */
async function openPostOffice() {
  const wallet = await openTestWallet()
  const [owner] = (
    await wallet.owner.query<{ id: number; email: string }>(
      'update account set email = $2 where id = $1 returning id, email',
      [wallet.members[0], `${randomUUID()}@example.org`],
    )
  ).rows
  let url = mailbox.url
  const context: DeliveryContext = {
    db: wallet.db,
    keyring: makeKeyring('a secret of this test, long enough'),
    mailer: { send: (mail) => smtpMailer({ url, from: 'trefoil@example.org' }).send(mail) },
    publicUrl: 'http://trefoil.test',
    log: pino({ enabled: false }),
    links: noLinks(),
  }
  return {
    ...wallet,
    owned: owner!,
    context,
    useServer(other: string) {
      url = other
    },
    queue: () =>
      wallet.db
        .transaction()
        .execute((tx) => enqueueMail(tx, owner!.id, { kind: 'new address', facts: { address: '0x1' } })),
    deliver: () => deliverMails(context),
    /** As if the next attempt were due. */
    hurry: () => wallet.owner.query('update mail_outbox set next_at = now() where next_at is not null'),
    rows: async () =>
      (await wallet.owner.query('select state, attempts, last_error, next_at > now() as waits from mail_outbox')).rows,
    received: () => mailbox.mails.filter(({ to }) => to.includes(owner!.email)),
  }
}

/** Nobody wants a link. */
const noLinks = (ask = () => false): LinkMails => {
  const link = { isWanted: async () => ask(), compose: async () => undefined }
  return { 'forgotten passcode': link, 'sign-in link': link, 'verify e-mail': link, 'e-mail changed': link }
}

const isFor =
  (email: string) =>
  ({ to }: ReceivedMail) =>
    to.includes(email)

test('a mail that the server refuses is kept, retried and sent once', async () => {
  const office = await openPostOffice()
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
  const office = await openPostOffice()
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
  const office = await openPostOffice()
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
  const office = await openPostOffice()
  const pool = openPool(asApplication(office.ownerUrl), 4)
  onTestFinished(() => pool.end())
  const beside = { ...office.context, db: openDatabase(pool) }
  const { rows } = await office.owner.query<{ id: number; email: string }>(
    `update account set email = $1 || id || '@example.org' where id in (select id from account limit 20) returning id, email`,
    [randomUUID()],
  )
  for (const { id } of rows)
    for (const address of ['0x1', '0x2'])
      await office.db.transaction().execute((tx) => enqueueMail(tx, id, { kind: 'new address', facts: { address } }))
  while ((await Promise.all([office.deliver(), deliverMails(beside), office.deliver()])).includes(true));
  await office.deliver()
  for (const { email } of rows) expect(mailbox.mails.filter(isFor(email))).toHaveLength(2)
})

test('a rolled-back transaction sends nothing', async () => {
  const office = await openPostOffice()
  const failing = office.db.transaction().execute(async (tx) => {
    await enqueueMail(tx, office.owned.id, { kind: 'passcode changed', facts: {} })
    await enqueueMailToAddress(tx, 'forgotten passcode', office.owned.email)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await office.deliver()
  expect([await office.rows(), office.received()]).toEqual([[], []])
})

test('a mail without a recipient is dropped, and the typed address is deleted', async () => {
  const office = await openPostOffice()
  await office.db.transaction().execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', 'stranger@example.org'))
  await office.deliver()
  const { rows } = await office.owner.query('select state, facts from mail_outbox')
  expect(rows).toEqual([{ state: 'dropped', facts: {} }])
})

test('each operator gets one mail for everything that waits, and an unreachable one does not affect the others', async () => {
  const office = await openPostOffice()
  const suffix = randomUUID()
  await office.owner.query(`update account set email = lower(split_part(name, ' ', 1)) || $1 where role = 'operator'`, [
    `-${suffix}@example.org`,
  ])
  for (const id of [1, 2, 3])
    await office.db
      .transaction()
      .execute((tx) =>
        enqueueMailToOperators(tx, { kind: 'proposal waits', facts: { summary: `Change ${id}`, by: 1, id } }),
      )
  const [olga, oscar] = [`olga-${suffix}@example.org`, `oscar-${suffix}@example.org`]
  void mailbox.refuseNext(isFor(oscar))
  await office.deliver()
  const to = (email: string) => mailbox.mails.filter(isFor(email))
  expect([to(olga).length, to(oscar).length]).toEqual([1, 0])
  expect(to(olga)[0]!.raw).toContain('Subject: 3 things wait for an operator')
  await office.hurry()
  await office.deliver()
  expect([to(olga).length, to(oscar).length]).toEqual([1, 1])
})

test('health shows that the last attempt failed, but not one bad address among delivered mails', async () => {
  const office = await openPostOffice()
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
  const office = await openPostOffice()
  await office.queue()
  let failNow = () => {}
  const slow: DeliveryContext = {
    ...office.context,
    mailer: { send: () => new Promise((_, reject) => (failNow = () => reject(new Error('too slow')))) },
  }
  const failing = deliverMails(slow)
  await expect.poll(async () => (await office.rows())[0]?.attempts).toBe(1)
  await office.hurry()
  await office.deliver()
  failNow()
  await failing
  expect(await office.rows()).toEqual([{ state: 'sent', attempts: 2, last_error: null, waits: null }])
  expect(office.received()).toHaveLength(1)
})

test('the address that somebody typed is deleted once its mail is sent; other facts stay', async () => {
  const office = await openPostOffice()
  const to = office.owned.email
  const links = noLinks(() => true)
  links['forgotten passcode'].compose = async () => ({ to, subject: 'A link', text: 'Here it is', html: '' })
  await office.db.transaction().execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', to))
  await office.queue()
  await deliverMails({ ...office.context, links })
  expect(office.received()).toHaveLength(2)
  const { rows } = await office.owner.query('select state, facts from mail_outbox order by id')
  expect(rows).toEqual([
    { state: 'sent', facts: {} },
    { state: 'sent', facts: { address: '0x1' } },
  ])
})

test('former operators get no more mails about the console', async () => {
  const office = await openPostOffice()
  await office.owner.query(`update account set role = 'operator' where id = $1`, [office.owned.id])
  await office.db
    .transaction()
    .execute((tx) => enqueueMailToOperators(tx, { kind: 'proposal waits', facts: { summary: 'x', by: 1, id: 1 } }))
  await office.owner.query(`update account set role = 'former' where id = $1`, [office.owned.id])
  await office.deliver()
  expect(office.received()).toHaveLength(0)
  const { rows } = await office.owner.query('select state, facts from mail_outbox where account_id = $1', [
    office.owned.id,
  ])
  expect(rows).toEqual([{ state: 'dropped', facts: {} }])
})

test('a reset link is not sent long after the request', async () => {
  const office = await openPostOffice()
  const asked = { mails: 0 }
  const context: DeliveryContext = {
    ...office.context,
    links: noLinks(() => {
      asked.mails += 1
      return false
    }),
  }
  await office.db.transaction().execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', office.owned.email))
  await office.owner.query(`update mail_outbox set created_at = now() - interval '91 minutes'`)
  await deliverMails(context)
  expect(asked.mails).toBe(0)
  expect(await office.rows()).toMatchObject([{ state: 'dropped' }])
})

test('six notices an hour are mails of their own or share the last one; the rest waits, and is sent as one', async () => {
  const office = await openPostOffice()
  for (let count = 0; count < 30; count += 1) await office.queue()
  await office.deliver()
  await office.deliver()
  const subjects = () => office.received().map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())
  expect(subjects()).toHaveLength(6)
  expect(subjects().at(-1)).toMatch(/^25 changes of your payout address/)
  for (let count = 0; count < 40; count += 1) await office.queue()
  await office.deliver()
  expect(subjects()).toHaveLength(6)
  expect((await office.rows()).filter(({ waits }) => waits)).toHaveLength(40)
  await office.hurry()
  await office.deliver()
  expect(subjects(), 'the hour is not over').toHaveLength(6)
  await office.owner.query(
    `update mail_outbox set handed_at = handed_at - interval '1 hour' where handed_at is not null`,
  )
  await office.hurry()
  await office.deliver()
  expect(subjects()).toHaveLength(12)
  expect(subjects().at(-1)).toMatch(/^35 changes of your payout address/)
  expect((await office.rows()).every(({ state }) => state === 'sent')).toBe(true)
})

test('concurrent workers do not exceed the hour together', async () => {
  const office = await openPostOffice()
  const pool = openPool(asApplication(office.ownerUrl), 4)
  onTestFinished(() => pool.end())
  const beside = { ...office.context, db: openDatabase(pool) }
  for (let round = 0; round < 10; round += 1) {
    await office.queue()
    await Promise.all([office.deliver(), deliverMails(beside), office.queue(), deliverMails(beside)])
  }
  await office.deliver()
  expect(office.received().length).toBeLessThanOrEqual(6)
})

test('what an unverified address cannot get is held, and leaves once the address is verified', async () => {
  const office = await openPostOffice()
  await office.owner.query('update account set email_verified_at = null where id = $1', [office.owned.id])
  for (let count = 0; count < 3; count += 1) await office.queue()
  await office.deliver()
  expect(office.received()).toHaveLength(0)
  expect(await office.rows()).toEqual(
    Array.from({ length: 3 }, () => ({
      state: 'held',
      attempts: 0,
      last_error: 'The address is not verified',
      waits: null,
    })),
  )
  await office.owner.query('update account set email_verified_at = now() where id = $1', [office.owned.id])
  await office.db.transaction().execute((tx) => releaseHeldMails(tx, office.owned.id))
  await office.deliver()
  expect(office.received()).toHaveLength(3)
})

test('an old address in its time of grace gets two notices an hour, without a name', async () => {
  const office = await openPostOffice()
  await office.owner.query(
    `update account set email_verified_at = null, email_grace_until = now() + interval '1 day' where id = $1`,
    [office.owned.id],
  )
  for (let count = 0; count < 9; count += 1) await office.queue()
  await office.deliver()
  expect(office.received()).toHaveLength(2)
  expect(office.received()[0]!.raw).toContain('\r\nHello,\r\n')
  expect(office.received()[1]!.raw).toContain('8 changes of your payout address')
})
