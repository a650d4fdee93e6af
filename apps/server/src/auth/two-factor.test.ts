import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { PASSCODE, signedIn, type TestMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

/** The app on a member's phone; `steps` later or earlier, since a code works once. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function withTwoFactor(): Promise<TestMember & { secret: string; recoveryCodes: string[] }> {
  const member = await signedIn(server)
  const setup = await member.visitor.post('/api/users/two-factor/setup', { password: PASSCODE })
  const { secret, otpauth_url: url } = setup.body.data
  expect(url).toMatch(/^otpauth:\/\/totp\/Trefoil/)
  // The step before this one, so that the codes of this and the next are still good.
  const enabled = await member.visitor.post('/api/users/two-factor/enable', { code: codeOf(secret, -1) })
  expect(enabled.status).toBe(200)
  return { ...member, secret, recoveryCodes: enabled.body.data.recovery_codes }
}

test('once on, sign-in asks for a code, and a code works once', async () => {
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

test('of ten parallel uses of one code, one gets in', async () => {
  const { privateKey, secret } = await withTwoFactor()
  const code = codeOf(secret)
  const attempts = Array.from({ length: 8 }, () =>
    server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE, code }),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('a wrong passcode never tells whether two-factor is on', async () => {
  const { privateKey } = await withTwoFactor()
  const { status } = await server
    .visit()
    .post('/api/users/login', { identifier: privateKey, password: 'a wrong passcode' })
  expect(status).toBe(401)
})

test('each recovery code replaces one code, once', async () => {
  const { privateKey, recoveryCodes } = await withTwoFactor()
  expect(recoveryCodes).toHaveLength(10)
  const login = (code = '') =>
    server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE, code })
  expect((await login(recoveryCodes[0])).status).toBe(200)
  expect((await login(recoveryCodes[0])).status).toBe(422)
  expect((await login(recoveryCodes[1]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
})

test('a new payout address asks for a code, a new name does not', async () => {
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

test('the database holds no secret of an authenticator in the clear', async () => {
  const { secret, recoveryCodes } = await withTwoFactor()
  const { rows } = await server.database.query(
    `select a::text || r::text as row from account a join recovery_code r on true`,
  )
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const { row } of rows)
    for (const text of [secret, ...recoveryCodes]) expect(row.includes(text) || row.includes(hex(text))).toBe(false)
})
