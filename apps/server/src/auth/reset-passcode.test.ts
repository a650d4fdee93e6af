import { expect, test } from 'vitest'
import { shareMailServer, type ReceivedMail } from '../testing/mail-server.ts'
import { newMember, PASSCODE, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'
import { timeApart } from '../testing/time-apart.ts'

const mailbox = await shareMailServer()
const server = await shareTestServer({ smtpUrl: mailbox.url })

const NEW_PASSCODE = 'another long passcode'

const forgot = (email: string, from = '127.0.0.1') =>
  server.visit({ from }).post('/api/users/forgot-password', { email })

const reset = (token: string, password = NEW_PASSCODE, confirmation = password) =>
  server.visit().post('/api/users/reset-password', { token, password, confirm_password: confirmation })

const tokenIn = ({ raw }: ReceivedMail): string => {
  const unwrapped = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /http:\/\/trefoil\.test\/reset-password\/([\w-]{43})/.exec(unwrapped)?.[1] ?? 'no link in the mail'
}

const isResetFor =
  ({ email }: TestMember) =>
  ({ to, raw }: ReceivedMail) =>
    to.includes(email) && raw.includes('Subject: Reset your Trefoil passcode')

async function mailedToken(member: TestMember): Promise<string> {
  const mail = mailbox.next(isResetFor(member))
  expect((await forgot(member.email)).status).toBe(200)
  return tokenIn(await mail)
}

test('the mailed link sets a new passcode, ends all sessions and holds withdrawals for a day', async () => {
  const member = await signedIn(server)
  const token = await mailedToken(member)
  expect((await reset(token)).status).toBe(200)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  expect((await member.visitor.get('/api/v1/auth/refresh-token')).status).toBe(401)
  await signIn(server.visit(), member.privateKey, NEW_PASSCODE)
  const { rows } = await server.database.query(
    `select security_hold_until - now() > interval '23 hours 59 minutes' as held from account where email = $1`,
    [member.email],
  )
  expect(rows).toEqual([{ held: true }])
})

test('a link works once, for twenty minutes', async () => {
  const member = await newMember(server)
  const first = await mailedToken(member)
  await server.database.query(`update reset_token set expires_at = expires_at - interval '20 minutes'`)
  const late = await reset(first)
  expect([late.status, late.body.code]).toEqual([422, 'invalid_reset_token'])

  const second = await mailedToken(member)
  const answers = await Promise.all([reset(second), reset(second), reset(second)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  await signIn(server.visit(), member.privateKey, NEW_PASSCODE)
})

const waiting = async () =>
  (await server.database.query(`select from mail_outbox where state in ('queued', 'failed')`)).rowCount

test('a stranger’s requests neither end the owner’s link nor send another mail, nor use up the owner’s', async () => {
  const member = await newMember(server)
  const token = await mailedToken(member)
  for (let round = 0; round < 8; round++) await forgot(member.email, `127.0.7.${round + 1}`)
  await expect.poll(waiting, { timeout: 90_000 }).toBe(0)
  expect(mailbox.mails.filter(isResetFor(member))).toHaveLength(1)
  expect((await reset(token)).status).toBe(200)
  // Now that it is used, the owner gets another one.
  expect((await reset(await mailedToken(member), 'yet another long passcode')).status).toBe(200)
})

test('a link ends with a change of the passcode', async () => {
  const member = await signedIn(server)
  const token = await mailedToken(member)
  const change = { current_password: PASSCODE, new_password: 'the passcode of the owner' }
  expect((await member.visitor.put('/api/users/profile', change)).status).toBe(200)
  const late = await reset(token)
  expect([late.status, late.body.code]).toEqual([422, 'invalid_reset_token'])
  await signIn(server.visit(), member.privateKey, 'the passcode of the owner')
  expect((await reset(await mailedToken(member))).status).toBe(200)
})

test('a used link verifies the address, and what was held for it is sent', async () => {
  const member = await signedIn(server, { emailVerified: false })
  await member.visitor.put('/api/users/wallet', { wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' })
  const held = async () => (await server.database.query(`select from mail_outbox where state = 'held'`)).rowCount
  await expect.poll(held, { timeout: 90_000 }).toBe(1)
  const notice = mailbox.next(({ to, raw }) => to.includes(member.email) && raw.includes('payout address'))
  expect((await reset(await mailedToken(member))).status).toBe(200)
  await notice
})

test('a refused reset leaves the link valid', async () => {
  const member = await newMember(server)
  const token = await mailedToken(member)
  expect((await reset(token, NEW_PASSCODE, 'something else')).body.message).toBe('Passcodes do not match')
  expect((await reset(token, 'short')).body.code).toBe('weak_passcode')
  expect((await reset('x'.repeat(43))).body.code).toBe('invalid_reset_token')
  await signIn(server.visit(), member.privateKey, PASSCODE)
  expect((await reset(token)).status).toBe(200)
})

test('the path with the stray brace works, too', async () => {
  const member = await newMember(server)
  const token = await mailedToken(member)
  const body = { token, password: NEW_PASSCODE, confirm_password: NEW_PASSCODE }
  expect((await server.visit().post('/api/users/reset-password}', body)).status).toBe(200)
})

test('neither reply nor time distinguishes a known from an unknown address', async () => {
  const { email } = await newMember(server)
  const answers: unknown[] = []
  const ask = (addressOf: (pair: number) => string) => async (pair: number) => {
    const { status, body } = await forgot(addressOf(pair), `127.0.6.${pair + 1}`)
    answers.push({ status, body })
  }
  const [known, unknown] = [ask(() => email), ask((pair) => `nobody-${pair}@example.org`)]
  expect(await timeApart(known, unknown)).toBeLessThan(5)
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('a mail that the server rejected is sent again', async () => {
  const member = await newMember(server)
  const refused = mailbox.refuseNext(isResetFor(member))
  const token = await mailedToken(member)
  await refused
  expect((await reset(token)).status).toBe(200)
})

test('without a mail server the demo keeps the mail and shows it', async () => {
  const demo = await startTestServer()
  const { email, privateKey } = await newMember(demo)
  await demo.visit().post('/api/users/forgot-password', { email })
  const shown = async () => (await demo.visit().get('/api/demo/mail')).body.data.mails
  const ofReset = async () => (await shown()).find(({ subject }: { subject: string }) => subject.startsWith('Reset'))
  await expect.poll(ofReset, { timeout: 90_000 }).toBeDefined()
  const mail = await ofReset()
  expect(mail).toMatchObject({ to: email, subject: 'Reset your Trefoil passcode' })
  const token = /reset-password\/([\w-]{43})/.exec(mail.text)?.[1] ?? ''
  const answer = await demo
    .visit()
    .post('/api/users/reset-password', { token, password: NEW_PASSCODE, confirm_password: NEW_PASSCODE })
  expect(answer.status).toBe(200)
  await signIn(demo.visit(), privateKey, NEW_PASSCODE)
})
