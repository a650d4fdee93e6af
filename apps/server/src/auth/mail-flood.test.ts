import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareMailServer } from '../testing/mail-server.ts'
import { randomAddress } from '../testing/payouts.ts'
import { newMember, PASSCODE, signIn } from '../testing/people.ts'
import { shareTestServer, type TestServer } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const mailbox = await shareMailServer()
const server = await shareTestServer({ smtpUrl: mailbox.url })

const LURE = 'You have won! Claim at http://evil.example'
const received = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email))

/** Nothing is left that would be sent now. */
const isDelivered = async ({ database }: TestServer) =>
  (
    await database.query(
      `select from mail_outbox where state in ('queued', 'failed') and next_at < now() + interval '20 minutes'`,
    )
  ).rowCount === 0

const settle = () => expect.poll(() => isDelivered(server), { timeout: 60_000 }).toBe(true)

/** Signs up with an address that belongs to somebody else, and a lure as the name. */
async function registerStranger() {
  const visitor = server.visit()
  const email = `${randomUUID()}@example.org`
  const { body } = await visitor.post('/api/users/register', { name: LURE, email, password: PASSCODE })
  await signIn(visitor, body.user.user_pk)
  return { visitor, email, privateKey: body.user.user_pk as string }
}

async function signInOften(privateKey: string, times: number) {
  for (let turn = 0; turn < times; turn += 1) {
    const { status } = await server.visit().send('POST', '/api/users/login', {
      body: JSON.stringify({ identifier: privateKey, password: PASSCODE }),
      headers: { 'user-agent': `${LURE} ${turn} ${'x'.repeat(250)}` },
    })
    expect(status).toBe(200)
  }
}

/** As often as a day's limit allows, and tried on after that; the number of changes that were made. */
async function changeAddressOften(visitor: Visitor) {
  const answers = []
  for (let turn = 0; turn < 40; turn += 1)
    answers.push((await visitor.put('/api/users/wallet', { wallet_address: randomAddress() })).status)
  const changes = answers.filter((status) => status === 200).length
  expect([changes, answers.at(-1)]).toEqual([20, 429])
  return changes
}

test('an address that nobody proved gets at most three mails, with no text of a stranger, whatever is done', async () => {
  const { visitor, email, privateKey } = await registerStranger()
  await signInOften(privateKey, 20)
  await changeAddressOften(visitor)
  for (let turn = 0; turn < 10; turn += 1) {
    await server.visit({ from: `127.0.8.${turn + 1}` }).post('/api/users/forgot-password', { email })
    await visitor.post('/api/users/verify-email/send', {})
  }
  const change = { current_password: PASSCODE, new_password: 'another quite long passcode' }
  await visitor.put('/api/users/profile', change)
  for (let turn = 0; turn < 10; turn += 1)
    await server.visit({ from: `127.0.8.${turn + 1}` }).post('/api/users/forgot-password', { email })
  await settle()
  const mails = received(email)
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.length).toBeLessThanOrEqual(3)
  for (const { raw } of mails) expect(raw).not.toMatch(/evil|won!/)
})

test('somebody who moves many accounts to one address gets no more than three mails to it', async () => {
  const email = `${randomUUID()}@example.org`
  for (let turn = 0; turn < 6; turn += 1) {
    const { visitor } = await registerStranger()
    const moved = await visitor.put('/api/users/email', { email, password: PASSCODE })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    await settle()
    const away = { email: `${randomUUID()}@example.org`, password: PASSCODE }
    expect((await visitor.put('/api/users/email', away)).status).toBe(200)
  }
  await settle()
  expect(received(email).length).toBeLessThanOrEqual(3)
})

test('somebody who erases an account and signs up again, over and over, gets no more than three mails to its address', async () => {
  const email = `${randomUUID()}@example.org`
  for (let turn = 0; turn < 4; turn += 1) {
    const visitor = server.visit()
    const { body } = await visitor.post('/api/users/register', { name: LURE, email, password: PASSCODE })
    await signIn(visitor, body.user.user_pk)
    await server.visit({ from: `127.0.9.${turn + 1}` }).post('/api/users/forgot-password', { email })
    await settle()
    const erased = await visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE' })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  }
  expect(received(email).length).toBeGreaterThan(0)
  expect(received(email).length).toBeLessThanOrEqual(3)
})

test('a member with a verified address gets a few mails an hour, and every notice in one of them', async () => {
  const { visitor, email, privateKey } = await newMember(server)
  await signIn(visitor, privateKey)
  const changes = await changeAddressOften(visitor)
  await settle()
  const first = received(email).filter(({ raw }) => !raw.includes('Subject: Verify'))
  expect(first.length).toBeLessThanOrEqual(6)
  await server.database.query(
    `update mail_outbox set handed_at = handed_at - interval '1 hour', next_at = case when next_at is null then null else now() end
     where account_id = (select id from account where email = $1)`,
    [email],
  )
  await settle()
  const mails = received(email).filter(({ raw }) => !raw.includes('Subject: Verify'))
  expect(mails.length).toBeLessThanOrEqual(12)
  const counted = mails.map(({ raw }) => Number(/Subject: (\d+) changes of your payout address/.exec(raw)?.[1] ?? 1))
  expect(counted.reduce((a, b) => a + b, 0)).toBe(changes)
  for (const { raw } of mails) expect(raw).not.toMatch(/evil|won!/)
})
