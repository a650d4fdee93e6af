import { expect, test } from 'vitest'
import { makeKeyring } from '../../secrets/keyring.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { addPasskey, answerAtSignIn, confirmWith, softAuthenticator } from '../../testing/passkeys.ts'
import { PASSCODE, signedIn, signIn } from '../../testing/people.ts'
import { shareTestServer, startTestServer } from '../../testing/server.ts'
import { testSettings } from '../../testing/settings.ts'
import type { Visitor } from '../../testing/visitor.ts'

// More wrong answers than one address may give otherwise.
const server = await shareTestServer({ limits: { ...testSettings({}).limits, wrongPasscodesPerAddress: 1000 } })

async function withPasskey({ counts = true } = {}) {
  const member = await signedIn(server)
  const authenticator = softAuthenticator({ counts })
  const added = await addPasskey(member.visitor, authenticator, { password: PASSCODE })
  return { ...member, ...added, authenticator }
}

const options = async (visitor: Visitor) => (await visitor.post('/api/users/login/passkey/options')).body.data

const enter = async (visitor: Visitor, passkey: unknown) => {
  const { status, body } = await visitor.post('/api/users/login/passkey', { passkey })
  return [status, body.code ?? 'in']
}
const REFUSED = [422, 'wrong_passkey']

test('a copied authenticator is noticed by its counter, refused from then on, and the owner is told', async () => {
  const { visitor, privateKey, authenticator, email, recoveryCodes, id } = await withPasskey()
  const thief = server.visit()
  expect(await enter(thief, authenticator.get(await options(thief), { counter: 7 }))).toEqual([200, 'in'])
  expect(await enter(thief, authenticator.get(await options(thief), { counter: 7 }))).toEqual(REFUSED)
  // Also not with a higher counter: nobody knows whose it is.
  expect(await enter(thief, authenticator.get(await options(thief), { counter: 99 }))).toEqual(REFUSED)
  const login = { identifier: privateKey, password: PASSCODE, code: recoveryCodes?.[1] }
  visitor.token = (await visitor.post('/api/users/login', login)).body.token
  expect((await visitor.get('/api/users/passkeys')).body.data.passkeys).toMatchObject([{ copied: true }])
  const mails = await mailsTo(server, email, 2)
  expect(mails.map(({ subject }) => subject)).toContain('A passkey of your account was blocked')
  const events = (await visitor.get('/api/users/security-events')).body.data.events as { kind: string }[]
  expect(events.map(({ kind }) => kind).join(', ')).toBe(
    'sign_in, recovery_code_used, passkey_copied, sign_in, passkey_added, sign_in, sign_up',
  )
  // A copy does not turn the second factor off.
  const removal = { password: PASSCODE }
  expect((await visitor.delete(`/api/users/passkeys/${id}`, removal)).body.code).toBe('two_factor_required')
  const code = await confirmWith(visitor, authenticator)
  expect((await visitor.delete(`/api/users/passkeys/${id}`, { ...removal, code })).body.code).toBe('wrong_passkey')
  expect((await visitor.delete(`/api/users/passkeys/${id}`, { ...removal, code: recoveryCodes?.[0] })).status).toBe(200)
})

test('an authenticator that does not count is used again and again', async () => {
  const { authenticator } = await withPasskey({ counts: false })
  for (let time = 0; time < 3; time += 1) {
    const browser = server.visit()
    expect(await enter(browser, await answerAtSignIn(browser, authenticator))).toEqual([200, 'in'])
  }
})

test('an answer works once, however often it is sent at the same time', async () => {
  const { authenticator } = await withPasskey({ counts: false })
  const browser = server.visit()
  const answer = await answerAtSignIn(browser, authenticator)
  const copies = Array.from({ length: 8 }, () => {
    const copy = server.visit()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    return enter(copy, answer)
  })
  const statuses = (await Promise.all(copies)).map(([status]) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('an answer given to another site, for another name, in a frame or without its owner is refused', async () => {
  const { authenticator } = await withPasskey()
  const browser = server.visit()
  for (const differently of [
    { origin: 'https://trefoil.test.evil.example' },
    { origin: 'http://trefoil.test:8080' },
    { origin: 'https://trefoil.test' },
    { origin: 'http://localhost:3000' },
    { rpId: 'evil.example' },
    { rpId: 'test' },
    { crossOrigin: true },
    { unverified: true },
  ] as const)
    expect(
      await enter(browser, authenticator.get(await options(browser), differently)),
      JSON.stringify(differently),
    ).toEqual(REFUSED)
  expect(await enter(browser, authenticator.get(await options(browser)))).toEqual([200, 'in'])
})

test('a passkey made for another site cannot be added', async () => {
  const { visitor } = await signedIn(server)
  for (const differently of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { unverified: true },
  ] as const) {
    const asked = await visitor.post('/api/users/passkeys/options', { password: PASSCODE })
    const credential = softAuthenticator().create(asked.body.data, differently)
    const { status, body } = await visitor.post('/api/users/passkeys', { name: 'Theirs', credential })
    expect([status, body.code], JSON.stringify(differently)).toEqual(REFUSED)
  }
  expect((await visitor.get('/api/users/profile')).body.data.profile.two_factor).toBe(false)
})

test('the Host of a request decides nothing', async () => {
  const { body } = await server.visit().send('POST', '/api/users/login/passkey/options', {
    body: '{}',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(body.data.rpId).toBe('trefoil.test')
})

test('a challenge is for one browser, one session and one purpose, and expires', async () => {
  const { authenticator, visitor, privateKey, recoveryCodes } = await withPasskey()
  const mine = server.visit()
  const answer = await answerAtSignIn(mine, authenticator)
  expect(await enter(server.visit(), answer), 'without the cookie').toEqual(REFUSED)
  const other = server.visit()
  await options(other)
  expect(await enter(other, answer), "with another browser's cookie").toEqual(REFUSED)

  const second = server.visit()
  const login = { identifier: privateKey, password: PASSCODE, code: recoveryCodes?.[0] }
  second.token = (await second.post('/api/users/login', login)).body.token
  const theirs = await confirmWith(visitor, authenticator)
  const renew = (from: Visitor, code: unknown) => from.post('/api/users/two-factor/recovery-codes', { code })
  expect((await renew(second, theirs)).body.code, 'in another session').toBe('wrong_passkey')
  expect((await renew(visitor, await answerAtSignIn(mine, authenticator))).body.code, 'of a sign-in').toBe(
    'wrong_passkey',
  )
  expect(await enter(mine, await confirmWith(visitor, authenticator)), 'of a session').toEqual(REFUSED)
  expect((await renew(visitor, theirs)).status).toBe(200)
})

test('a challenge expires after five minutes, and a forged or changed one is worth nothing', async () => {
  const { authenticator } = await withPasskey()
  const browser = server.visit()
  const given = await options(browser)
  const cookie = browser.cookies.get('trefoil_passkey') ?? ''
  const sealed = (secret: string, expiresAt: number) =>
    makeKeyring(secret)
      .seal('passkey challenge', JSON.stringify(['sign in', cookie, expiresAt]))
      .toString('base64url')
  const own = server.settings.secret ?? ''
  const later = Date.now() + 60_000
  for (const challenge of [
    sealed(own, Date.now() - 1),
    sealed('a secret of somebody else, as long', later),
    `${given.challenge.slice(0, -3)}AAA`,
    'AAAA',
  ])
    expect(await enter(browser, authenticator.get({ ...given, challenge })), challenge).toEqual(REFUSED)
  expect(await enter(browser, authenticator.get({ ...given, challenge: sealed(own, later) }))).toEqual([200, 'in'])
})

test("somebody else's passkey confirms nothing, and a key of one's own does not become it by its id", async () => {
  const owner = await withPasskey()
  const thief = await withPasskey()
  const elsewhere = server.visit()
  const login = async (code: unknown) =>
    (await elsewhere.post('/api/users/login', { identifier: owner.privateKey, password: PASSCODE, code })).body.code
  expect(await login(await answerAtSignIn(elsewhere, thief.authenticator))).toBe('wrong_passkey')
  const forged = {
    ...(await answerAtSignIn(elsewhere, thief.authenticator)),
    id: owner.authenticator.credentials[0]?.id,
  }
  expect(await login(forged)).toBe('wrong_passkey')
  expect(await enter(elsewhere, forged)).toEqual(REFUSED)
  const { userHandle } = owner.authenticator.credentials[0]!
  expect(await enter(elsewhere, { ...(await answerAtSignIn(elsewhere, thief.authenticator)), userHandle })).toEqual(
    REFUSED,
  )
})

test('a credential of another account cannot be added again', async () => {
  const owner = await withPasskey()
  const thief = await signedIn(server)
  const asked = await thief.visitor.post('/api/users/passkeys/options', { password: PASSCODE })
  const credential = softAuthenticator().create(asked.body.data)
  const taken = { ...credential, id: owner.authenticator.credentials[0]?.id }
  expect((await thief.visitor.post('/api/users/passkeys', { name: 'Taken', credential: taken })).body.code).toBe(
    'wrong_passkey',
  )
  expect((await thief.visitor.post('/api/users/passkeys', { name: 'Mine', credential })).status).toBe(200)
  expect((await thief.visitor.post('/api/users/passkeys', { name: 'Again', credential })).body.code).toBe(
    'wrong_passkey',
  )
})

test('wrong answers are limited like guesses', async () => {
  const own = await startTestServer({ limits: { ...server.settings.limits, wrongPasscodesPerAddress: 5 } })
  const { visitor } = await signedIn(own)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  const thief = own.visit({ from: '127.0.7.1' })
  const statuses: number[] = []
  for (let guess = 0; guess < 8; guess += 1) {
    const answer = await answerAtSignIn(thief, authenticator)
    statuses.push((await thief.post('/api/users/login/passkey', { passkey: { ...answer, signature: 'AAAA' } })).status)
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
})

test('junk is refused with a sentence', async () => {
  const { visitor, privateKey } = await withPasskey()
  const whole = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
  for (const passkey of [{}, null, 'AAAA', { ...whole, id: 'no base64url!' }, { ...whole, id: 'A'.repeat(2000) }])
    expect((await server.visit().post('/api/users/login/passkey', { passkey })).status, JSON.stringify(passkey)).toBe(
      400,
    )
  expect(await enter(server.visit(), whole)).toEqual(REFUSED)
  const nothing = Buffer.from('null').toString('base64url')
  expect(await enter(server.visit(), { ...whole, clientDataJSON: nothing })).toEqual(REFUSED)
  expect((await visitor.delete('/api/users/passkeys/1')).status).toBe(400)
  expect((await visitor.delete('/api/users/passkeys/9999999', { password: PASSCODE })).status).toBe(404)
  await signIn(server.visit(), privateKey).then(
    () => expect.unreachable(),
    () => {},
  )
})

test('an installation that is opened under an IP address offers no passkeys', async () => {
  const own = await startTestServer({ publicUrl: 'http://203.0.113.7' })
  const { visitor } = await signedIn(own)
  const asked = await visitor.post('/api/users/passkeys/options', { password: PASSCODE })
  expect([asked.status, asked.body.message]).toEqual([422, expect.stringContaining('address with a name')])
  expect((await own.visit().post('/api/users/login/passkey/options')).status).toBe(422)
})
