import { expect, test } from 'vitest'
import { codeOf, turnOnTwoFactor } from '../../testing/authenticator.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { addPasskey, answerAtSignIn, confirmWith, softAuthenticator } from '../../testing/passkeys.ts'
import { PASSCODE, signedIn, signIn } from '../../testing/people.ts'
import { shareTestServer } from '../../testing/server.ts'

const server = await shareTestServer()
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

async function withPasskey() {
  const member = await signedIn(server)
  const authenticator = softAuthenticator()
  const added = await addPasskey(member.visitor, authenticator, { password: PASSCODE })
  return { ...member, ...added, authenticator }
}

test('a passkey opens the account without private key and passcode, in any browser', async () => {
  const { authenticator, email } = await withPasskey()
  const elsewhere = server.visit()
  const passkey = await answerAtSignIn(elsewhere, authenticator)
  const { status, body } = await elsewhere.post('/api/users/login/passkey', { passkey })
  expect([status, body.user.email]).toEqual([200, email])
  elsewhere.token = body.token
  const profile = (await elsewhere.get('/api/users/profile')).body.data.profile
  expect(profile).toMatchObject({ email, two_factor: true, authenticator: false, passkeys: 1 })
  expect((await elsewhere.get('/api/v1/auth/refresh-token')).status).toBe(200)
})

test('from the first passkey on, key and passcode alone do not open the account, and no code does', async () => {
  const { privateKey, authenticator, recoveryCodes } = await withPasskey()
  const elsewhere = server.visit()
  const login = (code?: unknown) =>
    elsewhere.post('/api/users/login', {
      identifier: privateKey,
      password: PASSCODE,
      ...(code !== undefined && { code }),
    })
  const without = await login()
  expect([without.status, without.body.code]).toEqual([403, 'two_factor_required'])
  expect(without.body.message).toMatch(/passkeys/)
  for (const code of ['000000', '123456', 'aaaa-bbbb-cccc']) expect((await login(code)).body.code).toBe('wrong_code')
  expect((await login(await answerAtSignIn(elsewhere, authenticator))).status).toBe(200)
  expect(recoveryCodes).toHaveLength(10)
  expect((await login(recoveryCodes?.[0])).status).toBe(200)
  expect((await login(recoveryCodes?.[0])).body.code).toBe('wrong_code')
})

test('the first passkey ends every other session: none of them showed it', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const elsewhere = server.visit()
  await signIn(elsewhere, privateKey)
  await addPasskey(visitor, softAuthenticator(), { password: PASSCODE })
  expect((await visitor.get('/api/users/profile')).status).toBe(200)
  expect((await elsewhere.get('/api/users/profile')).status).toBe(401)
})

test('adding one asks for the passcode, and for the second factor that there is', async () => {
  const { visitor, authenticator } = await withPasskey()
  const ask = (body: object) => visitor.post('/api/users/passkeys/options', body)
  expect((await ask({ password: 'a wrong passcode' })).body.code).toBe('wrong_passcode')
  expect((await ask({ password: PASSCODE })).body.code).toBe('two_factor_required')
  expect((await ask({ password: PASSCODE, code: '000000' })).body.code).toBe('wrong_code')
  const second = softAuthenticator()
  const code = await confirmWith(visitor, authenticator)
  const { recoveryCodes } = await addPasskey(visitor, second, { password: PASSCODE, code, name: 'Security key' })
  expect(recoveryCodes).toBeNull()
  const { passkeys } = (await visitor.get('/api/users/passkeys')).body.data
  expect(passkeys).toMatchObject([{ name: 'My telephone' }, { name: 'Security key', last_used_at: null }])
  expect(Date.parse(passkeys[0].last_used_at)).toBeGreaterThan(Date.parse(passkeys[0].added_at))
})

test('an authenticator app cannot be added beside a passkey with the passcode alone', async () => {
  const { visitor, authenticator } = await withPasskey()
  const setUp = (code?: unknown) =>
    visitor.post('/api/users/two-factor/setup', { password: PASSCODE, ...(code !== undefined && { code }) })
  expect((await setUp()).body.code).toBe('two_factor_required')
  const { status, body } = await setUp(await confirmWith(visitor, authenticator))
  expect(status).toBe(200)
  expect((await visitor.post('/api/users/two-factor/enable', { code: codeOf(body.data.secret) })).status).toBe(200)
})

test('a passkey confirms a new payout address, and one answer confirms once', async () => {
  const { visitor, authenticator } = await withPasskey()
  const change = (wallet_address: string, code?: unknown) =>
    visitor.put('/api/users/wallet', { wallet_address, ...(code !== undefined && { code }) })
  expect((await change(ADDRESS)).body.code).toBe('two_factor_required')
  const code = await confirmWith(visitor, authenticator)
  expect((await change(ADDRESS, code)).status).toBe(200)
  const again = await change('0xde709f2102306220921060314715629080e2fb77', code)
  expect([again.status, again.body.code]).toEqual([422, 'wrong_passkey'])
})

test('it is removed with passcode and second factor; the last one takes the recovery codes along', async () => {
  const { visitor, id, privateKey, authenticator, recoveryCodes } = await withPasskey()
  const remove = (body: object) => visitor.delete(`/api/users/passkeys/${id}`, body)
  expect((await remove({ password: 'a wrong passcode' })).body.code).toBe('wrong_passcode')
  expect((await remove({ password: PASSCODE })).body.code).toBe('two_factor_required')
  const taken = server.visit()
  const answer = await answerAtSignIn(taken, authenticator)
  taken.token = (await taken.post('/api/users/login/passkey', { passkey: answer })).body.token
  expect((await taken.get('/api/users/profile')).status).toBe(200)
  expect((await remove({ password: PASSCODE, code: await confirmWith(visitor, authenticator) })).status).toBe(200)
  expect((await taken.get('/api/users/profile')).status, 'opened with it').toBe(401)
  expect((await visitor.get('/api/users/passkeys')).body.data.passkeys).toEqual([])
  await signIn(server.visit(), privateKey)
  const elsewhere = server.visit()
  const passkey = await answerAtSignIn(elsewhere, authenticator)
  expect((await elsewhere.post('/api/users/login/passkey', { passkey })).body.code).toBe('wrong_passkey')
  await addPasskey(visitor, softAuthenticator(), { password: PASSCODE })
  const old = { identifier: privateKey, password: PASSCODE, code: recoveryCodes?.[1] }
  expect((await server.visit().post('/api/users/login', old)).body.code).toBe('wrong_code')
})

test('turning the app off leaves the passkey in force, and its recovery codes', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const { secret, recoveryCodes } = await turnOnTwoFactor(visitor, PASSCODE)
  await addPasskey(visitor, softAuthenticator(), { password: PASSCODE, code: codeOf(secret) })
  const off = { password: PASSCODE, code: recoveryCodes[0] }
  expect((await visitor.post('/api/users/two-factor/disable', off)).status).toBe(200)
  const login = (code?: string) =>
    server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE, ...(code && { code }) })
  expect((await login()).body.code).toBe('two_factor_required')
  expect((await login(codeOf(secret, 1))).body.code).toBe('wrong_code')
  expect((await login(recoveryCodes[1])).status).toBe(200)
})

test('the owner gets a mail for each one added or removed, without its name', async () => {
  const { visitor, email, id, authenticator } = await withPasskey()
  await visitor.put(`/api/users/passkeys/${id}`, { name: 'Visit https://evil.example now' })
  await visitor.delete(`/api/users/passkeys/${id}`, {
    password: PASSCODE,
    code: await confirmWith(visitor, authenticator),
  })
  const mails = await mailsTo(server, email, 2)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ])
  for (const { body } of mails) expect(body).not.toMatch(/evil|telephone/)
})

test('passkeys have names, which only their owner changes, and only their owner removes them', async () => {
  const owner = await withPasskey()
  const other = await withPasskey()
  const path = `/api/users/passkeys/${owner.id}`
  expect((await owner.visitor.put(path, { name: ' Blue key ' })).status).toBe(200)
  expect((await other.visitor.put(path, { name: 'Mine now' })).status).toBe(404)
  const code = await confirmWith(other.visitor, other.authenticator)
  expect((await other.visitor.delete(path, { password: PASSCODE, code })).status).toBe(404)
  for (const name of ['', '   ', 'x'.repeat(61), 'two\nlines'])
    expect((await owner.visitor.put(path, { name })).status, JSON.stringify(name)).toBe(400)
  expect((await owner.visitor.get('/api/users/passkeys')).body.data.passkeys).toMatchObject([{ name: 'Blue key' }])
})

test('twenty are the most, also for those that come at the same time', async () => {
  const { visitor, recoveryCodes, authenticator, email } = await withPasskey()
  await server.database.query(
    `insert into passkey (account_id, credential_id, public_key, counter, transports, backed_up, name)
     select id, sha256(n::text::bytea || id::text::bytea), '', 0, '{}', false, 'Key ' || n
     from account, generate_series(2, 19) n where email = $1`,
    [email],
  )
  const options = async (code: unknown) => visitor.post('/api/users/passkeys/options', { password: PASSCODE, code })
  const asked = [
    await options(recoveryCodes?.[0]),
    await options(recoveryCodes?.[1]),
    await options(recoveryCodes?.[2]),
  ]
  const added = await Promise.all(
    asked.map(({ body }) =>
      visitor.post('/api/users/passkeys', { name: 'One more', credential: softAuthenticator().create(body.data) }),
    ),
  )
  expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const full = await options(await confirmWith(visitor, authenticator))
  expect([full.status, full.body.message]).toEqual([409, expect.stringContaining('Remove one first')])
  await expect(server.database.query(`update account set passkeys = 21 where email = $1`, [email])).rejects.toThrow(
    /too_many_passkeys/,
  )
})
