import { expect, test } from 'vitest'
import { shareMailServer, type ReceivedMail } from '../testing/mail-server.ts'
import { randomAddress } from '../testing/payouts.ts'
import { newMember, signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const mailbox = await shareMailServer()
const server = await shareTestServer({ smtpUrl: mailbox.url })
const { olga, anna } = await signInStaff(server)

const undelivered = async () => (await anna.get('/api/operator/mails/undelivered')).body.data

test('a rejected mail is shown with its reason, and an operator can retry it at once', async () => {
  const { email } = await newMember(server)
  const isReset = ({ to, raw }: ReceivedMail) => to.includes(email) && raw.includes('Subject: Reset')
  const toMember = () => mailbox.mails.filter(isReset)
  const refused = mailbox.refuseNext(isReset)
  await server.visit().post('/api/users/forgot-password', { email })
  await refused
  await expect.poll(async () => (await undelivered()).failed, { timeout: 90_000 }).toBe(1)
  // As after several failures: the next attempt is far off.
  await server.database.query(`update mail_outbox set next_at = now() + interval '6 hours' where state = 'failed'`)
  const { mails, undeliverable } = await undelivered()
  expect(undeliverable).toBe(0)
  expect(mails).toEqual([
    {
      id: expect.any(Number),
      kind: 'forgotten passcode',
      to: null,
      email,
      state: 'failed',
      attempts: expect.any(Number),
      last_error: expect.stringContaining('come back later'),
      created_at: expect.any(String),
      next_at: expect.any(String),
    },
  ])
  expect((await olga.get('/api/operator/overview')).body.data.parts.mail).toContain('1 failed')
  const ids = [mails[0].id]
  expect((await anna.post('/api/operator/mails/retry', { ids })).status).toBe(403)
  const arrived = mailbox.next(isReset)
  expect((await olga.post('/api/operator/mails/retry', { ids })).body).toMatchObject({
    success: true,
    data: { retried: 1 },
  })
  await arrived
  await expect
    .poll(undelivered, { timeout: 90_000 })
    .toEqual({ failed: 0, waiting: 0, held: 0, undeliverable: 0, mails: [] })
  expect(toMember()).toHaveLength(1)
  expect((await olga.post('/api/operator/mails/retry', { ids })).body.code).toBe('wrong_state')
})

test('what waits for a verified address is shown with its reason, and no operator sends it sooner', async () => {
  const { visitor, email } = await signedIn(server, { emailVerified: false })
  await visitor.put('/api/users/wallet', { wallet_address: randomAddress() })
  await expect.poll(async () => (await undelivered()).held, { timeout: 90_000 }).toBe(1)
  const [mail] = (await undelivered()).mails
  expect(mail).toMatchObject({ email, state: 'held', last_error: 'The address is not verified', next_at: null })
  const retried = await olga.post('/api/operator/mails/retry', { ids: [mail.id] })
  expect([retried.status, retried.body.code]).toEqual([409, 'wrong_state'])
  expect(mailbox.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('payout'))).toEqual([])
})
