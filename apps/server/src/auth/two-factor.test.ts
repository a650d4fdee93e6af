import { expect, test } from 'vitest'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { mailsTo } from '../testing/outbox.ts'
import { PASSCODE, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()

async function withTwoFactor(): Promise<TestMember & { secret: string; recoveryCodes: string[] }> {
  const member = await signedIn(server)
  const { url, ...factor } = await turnOnTwoFactor(member.visitor, PASSCODE)
  expect(url).toMatch(/^otpauth:\/\/totp\/Trefoil/)
  return { ...member, ...factor }
}

test('once on, sign-in needs a code, and a code works once', async () => {
  const { privateKey, secret } = await withTwoFactor()
  const login = (code?: string) =>
    server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE, ...(code && { code }) })
  const without = await login()
  expect([without.status, without.body.code]).toEqual([403, 'two_factor_required'])
  const wrong = await login('000000')
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_code'])
  const code = codeOf(secret)
  expect((await login(code)).status).toBe(200)
  expect((await login(code)).status).toBe(422)
})

test('of ten parallel uses of one code, one succeeds', async () => {
  const { privateKey, secret } = await withTwoFactor()
  const code = codeOf(secret)
  const attempts = Array.from({ length: 8 }, () =>
    server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE, code }),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('a wrong passcode never reveals whether two-factor is on', async () => {
  const { privateKey } = await withTwoFactor()
  const { status } = await server
    .visit()
    .post('/api/users/login', { identifier: privateKey, password: 'a wrong passcode' })
  expect(status).toBe(401)
})

test('each recovery code replaces one code, once', async () => {
  const { privateKey, recoveryCodes } = await withTwoFactor()
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const each of recoveryCodes) expect(each).toMatch(/^(?:[2-9a-z]{4}-){5}[2-9a-z]{4}$/)
  const login = (code = '') =>
    server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE, code })
  expect((await login(recoveryCodes[0])).status).toBe(200)
  expect((await login(recoveryCodes[0])).status).toBe(422)
  expect((await login(recoveryCodes[1]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
})

test('a new payout address needs a code, a new name does not', async () => {
  const { visitor, secret } = await withTwoFactor()
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect((await visitor.put('/api/users/profile', { name: 'Another Name' })).status).toBe(200)
  const without = await visitor.put('/api/users/wallet', { wallet_address: address })
  expect([without.status, without.body.code]).toEqual([403, 'two_factor_required'])
  expect((await visitor.get('/api/users/profile')).body.data.profile.wallet_address).toBeNull()
  expect((await visitor.put('/api/users/wallet', { wallet_address: address, code: codeOf(secret) })).status).toBe(200)
})

test('it is turned off only with passcode and code, and the recovery codes go with it', async () => {
  const { visitor, secret, privateKey, recoveryCodes } = await withTwoFactor()
  const off = (password: string, code: string) => visitor.post('/api/users/two-factor/disable', { password, code })
  expect((await off('a wrong passcode', codeOf(secret))).status).toBe(422)
  expect((await off(PASSCODE, '000000')).status).toBe(422)
  expect((await off(PASSCODE, recoveryCodes[3] ?? '')).status).toBe(200)
  expect((await server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE })).status).toBe(
    200,
  )
  expect((await off(PASSCODE, recoveryCodes[4] ?? '')).body.code).toBe('two_factor_state')
})

test('set-up needs the passcode, and nothing is on before a code confirms it', async () => {
  const { visitor, privateKey } = await signedIn(server)
  expect((await visitor.post('/api/users/two-factor/enable', { code: '123456' })).body.code).toBe('two_factor_state')
  expect((await visitor.post('/api/users/two-factor/setup', { password: 'a wrong passcode' })).status).toBe(422)
  expect((await visitor.post('/api/users/two-factor/setup', { password: PASSCODE })).status).toBe(200)
  expect((await visitor.post('/api/users/two-factor/enable', { code: '000000' })).status).toBe(422)
  expect((await visitor.get('/api/users/profile')).body.data.profile.two_factor).toBe(false)
  expect((await server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE })).status).toBe(
    200,
  )
})

test('the database holds no authenticator secret in the clear', async () => {
  const { secret, recoveryCodes } = await withTwoFactor()
  const { rows } = await server.database.query(
    `select a::text || r::text as row from account a join recovery_code r on true`,
  )
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const { row } of rows)
    for (const text of [secret, ...recoveryCodes]) expect(row.includes(text) || row.includes(hex(text))).toBe(false)
})

test('turning it on ends every other session: none of them showed a code', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const elsewhere = server.visit()
  await signIn(elsewhere, privateKey)
  await turnOnTwoFactor(visitor, PASSCODE)
  expect((await visitor.get('/api/users/profile')).status).toBe(200)
  expect((await elsewhere.get('/api/users/profile')).status).toBe(401)
  expect((await elsewhere.get('/api/v1/auth/refresh-token')).status).toBe(401)
})

test('the owner gets a mail when it is turned on or off', async () => {
  const { visitor, email, recoveryCodes } = await withTwoFactor()
  expect((await mailsTo(server, email, 1)).map(({ subject }) => subject)).toEqual([
    'Two-factor authentication was turned on',
  ])
  await visitor.post('/api/users/two-factor/disable', { password: PASSCODE, code: recoveryCodes[0] })
  expect((await mailsTo(server, email, 2)).at(-1)?.subject).toBe('Two-factor authentication was turned off')
})

test('wrong codes are counted by the day, separately for known devices, and the owner gets a mail', async () => {
  const own = await startTestServer({
    limits: { ...server.settings.limits, wrongPasscodesPerMinute: 1000, wrongCodesPerDay: 8 },
  })
  const { visitor, privateKey, email } = await signedIn(own)
  const { secret } = await turnOnTwoFactor(visitor, PASSCODE)
  const login = (from: Visitor, code: string) =>
    from.post('/api/users/login', { identifier: privateKey, password: PASSCODE, code })
  const thief = own.visit({ from: '127.0.6.1' })
  const statuses = new Map<number, number>()
  for (let guess = 0; guess < 30; guess++) {
    const { status } = await login(thief, String(100_000 + guess))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses).toEqual(
    new Map([
      [422, 8],
      [429, 22],
    ]),
  )
  // Even the right code is refused from an unknown device.
  const refused = await login(own.visit({ from: '127.0.6.2' }), codeOf(secret))
  expect([refused.status, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true])
  const mails = await mailsTo(own, email, 2)
  expect(mails.filter(({ subject }) => subject === 'Wrong codes for your account')).toHaveLength(1)
  const again = await login(visitor, codeOf(secret))
  expect(again.status).toBe(200)
  visitor.token = again.body.token
  // Wrong codes from a known device, or from a signed-in session, count as well.
  for (let guess = 0; guess < 8; guess++) await login(visitor, '000000')
  expect((await login(visitor, codeOf(secret, 1))).status).toBe(429)
  for (let guess = 0; guess < 8; guess++) await visitor.post('/api/users/two-factor/recovery-codes', { code: '000000' })
  const renewed = await visitor.post('/api/users/two-factor/recovery-codes', { code: codeOf(secret, 1) })
  expect(renewed.status).toBe(429)
})
