import { expect, test } from 'vitest'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { mailsTo } from '../testing/outbox.ts'
import { newMember, PASSCODE, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import type { Visitor } from '../testing/visitor.ts'

// So few that a handful of sites locks everybody else out.
const server = await shareTestServer({ limits: { ...testSettings({}).limits, wrongPasscodesPerAccount: 20 } })

const login = (visitor: Visitor, { privateKey }: TestMember, more: object = {}) =>
  visitor.post('/api/users/login', { identifier: privateKey, password: PASSCODE, ...more })

/** From many addresses, until nobody new gets in. */
async function lockOut(member: TestMember): Promise<void> {
  for (let number = 0; number < 20; number++)
    await login(server.visit({ from: `127.1.${number}.1` }), member, { password: 'a wrong passcode' })
  const refused = await login(server.visit({ from: '127.2.0.1' }), member)
  expect(refused.status).toBe(429)
  expect(refused.body.message).toMatch(/sign-in link by mail/)
  expect(refused.body.detail).toMatch(/^wait_(seconds|minutes)_or_mail$/)
}

const tokensTo = async (email: string): Promise<string[]> =>
  (await mailsTo(server, email, 0)).flatMap(({ body }) => /signin-link#([\w-]+)/.exec(body)?.[1] ?? [])

async function mailedToken({ email }: TestMember): Promise<string> {
  const before = (await tokensTo(email)).length
  expect((await server.visit().post('/api/users/login/link', { email })).status).toBe(200)
  await expect.poll(async () => (await tokensTo(email)).length, { timeout: 90_000 }).toBe(before + 1)
  return (await tokensTo(email))[0] ?? ''
}

const open = (visitor: Visitor, token: string) => visitor.post('/api/users/login/link/open', { token })

test('an owner whom others have locked out gets in from a new browser with a mailed link, once', async () => {
  const member = await newMember(server)
  await lockOut(member)
  const token = await mailedToken(member)
  const browser = server.visit({ from: '127.2.0.2' })
  expect((await open(browser, token)).status).toBe(200)
  await signIn(browser, member.privateKey)

  const other = server.visit({ from: '127.2.0.3' })
  const again = await open(other, token)
  expect([again.status, again.body.code]).toEqual([422, 'invalid_sign_in_link'])
  expect((await login(other, member)).status).toBe(429)
})

test('the link opens nothing by itself: passcode and second factor are asked for', async () => {
  const member = await signedIn(server)
  const { secret } = await turnOnTwoFactor(member.visitor, PASSCODE)
  await lockOut(member)
  const browser = server.visit({ from: '127.2.0.4' })
  const opened = await open(browser, await mailedToken(member))
  expect(opened.body).toEqual({ success: true, message: expect.any(String) as string })
  expect((await browser.get('/api/users/profile')).status).toBe(401)
  expect((await login(browser, member, { password: 'a wrong passcode' })).status).toBe(401)
  const withoutCode = await login(browser, member)
  expect([withoutCode.status, withoutCode.body.code]).toEqual([403, 'two_factor_required'])
  expect((await login(browser, member, { code: codeOf(secret) })).status).toBe(200)
})

test('while a link is valid, further requests send nothing and leave it valid', async () => {
  const member = await newMember(server)
  const token = await mailedToken(member)
  for (let number = 0; number < 3; number++) await server.visit().post('/api/users/login/link', { email: member.email })
  const waiting = `select count(*)::int as n from mail_outbox where kind = 'sign-in link' and state in ('queued', 'failed')`
  await expect.poll(async () => (await server.database.query(waiting)).rows[0].n, { timeout: 90_000 }).toBe(0)
  expect(await tokensTo(member.email)).toEqual([token])
  expect((await open(server.visit({ from: '127.2.0.5' }), token)).status).toBe(200)
})

test('a link is dead after its time, and after the passcode was changed', async () => {
  const late = await newMember(server)
  const lateToken = await mailedToken(late)
  await server.database.query('update sign_in_link set expires_at = now()')
  expect((await open(server.visit(), lateToken)).status).toBe(422)

  const member = await signedIn(server)
  const token = await mailedToken(member)
  const change = { current_password: PASSCODE, new_password: 'another long passcode' }
  expect((await member.visitor.put('/api/users/profile', change)).status).toBe(200)
  expect((await open(server.visit(), token)).status).toBe(422)
})

test('an unverified address gets no link, and nobody can tell', async () => {
  const member = await newMember(server, { emailVerified: false })
  const ask = (email: string) => server.visit().post('/api/users/login/link', { email })
  const unverified = await ask(member.email)
  const unknown = await ask('nobody@example.org')
  expect([unverified.status, unverified.body]).toEqual([unknown.status, unknown.body])
  const waiting = `select count(*)::int as n from mail_outbox where kind = 'sign-in link' and state <> 'dropped'
    and facts->>'email' = $1`
  await expect
    .poll(async () => (await server.database.query(waiting, [member.email])).rows[0].n, { timeout: 90_000 })
    .toBe(0)
  expect(await tokensTo(member.email)).toEqual([])
})

test('the owner sees that a link was used', async () => {
  const member = await newMember(server)
  const browser = server.visit({ from: '127.2.0.6' })
  await open(browser, await mailedToken(member))
  await signIn(browser, member.privateKey)
  const { body } = await browser.get('/api/users/security-events')
  expect(body.data.events.map(({ kind }: { kind: string }) => kind)).toContain('sign_in_link_used')
})

test('whoever resets the passcode by mail is not kept out of that browser either', async () => {
  const member = await newMember(server)
  const browser = server.visit({ from: '127.2.0.7' })
  await browser.post('/api/users/forgot-password', { email: member.email })
  const tokens = async () =>
    (await mailsTo(server, member.email, 0)).flatMap(({ body }) => /reset-password\/([\w-]+)/.exec(body)?.[1] ?? [])
  await expect.poll(async () => (await tokens()).length, { timeout: 90_000 }).toBe(1)
  const password = 'the passcode after the reset'
  const reset = { token: (await tokens())[0], password, confirm_password: password }
  expect((await browser.post('/api/users/reset-password', reset)).status).toBe(200)
  await lockOut(member)
  await signIn(browser, member.privateKey, password)
})
