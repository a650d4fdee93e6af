import { expect, test } from 'vitest'
import { shareMailServer } from '../testing/mail-server.ts'
import { newMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const mailbox = await shareMailServer()
const server = await shareTestServer({ smtpUrl: mailbox.url })
const { olga, anna } = await signInStaff(server)

const undelivered = async () => (await anna.get('/api/operator/mails/undelivered')).body.data

test('a rejected mail is shown with its reason, and an operator can retry it at once', async () => {
  const { email } = await newMember(server)
  const toMember = () => mailbox.mails.filter(({ to }) => to.includes(email))
  const refused = mailbox.refuseNext(({ to }) => to.includes(email))
  await server.visit().post('/api/users/forgot-password', { email })
  await refused
  await expect.poll(async () => (await undelivered()).failed, { timeout: 20_000 }).toBe(1)
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
  const arrived = mailbox.next(({ to }) => to.includes(email))
  expect((await olga.post('/api/operator/mails/retry', { ids })).body).toMatchObject({
    success: true,
    data: { retried: 1 },
  })
  await arrived
  await expect.poll(undelivered, { timeout: 20_000 }).toEqual({ failed: 0, undeliverable: 0, mails: [] })
  expect(toMember()).toHaveLength(1)
  expect((await olga.post('/api/operator/mails/retry', { ids })).body.code).toBe('wrong_state')
})
