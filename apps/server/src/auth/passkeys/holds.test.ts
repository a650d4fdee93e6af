import { expect, test } from 'vitest'
import { turnOnTwoFactor } from '../../testing/authenticator.ts'
import { addPasskey, answerAtSignIn, confirmWith, softAuthenticator } from '../../testing/passkeys.ts'
import { PASSCODE, signedIn } from '../../testing/people.ts'
import { shareTestServer } from '../../testing/server.ts'
import type { Visitor } from '../../testing/visitor.ts'

const server = await shareTestServer()

const isIn = async (visitor: Visitor) => (await visitor.get('/api/users/profile')).status === 200

test('during a security hold a passkey is the second factor only; alone it opens the account again afterwards', async () => {
  const { visitor, privateKey, email } = await signedIn(server)
  await server.database.query(`update account set security_hold_until = now() + interval '1 day' where email = $1`, [
    email,
  ])
  // Planted by whoever came in by mail.
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  const elsewhere = server.visit()
  const alone = async () =>
    elsewhere.post('/api/users/login/passkey', { passkey: await answerAtSignIn(elsewhere, authenticator) })

  const held = await alone()
  expect([held.status, held.body.code]).toEqual([403, 'security_hold'])
  expect(held.body.message).toMatch(/private key and passcode.*until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect(held.body.token).toBeUndefined()

  const code = await answerAtSignIn(elsewhere, authenticator)
  const login = { identifier: privateKey, password: PASSCODE, code }
  expect((await elsewhere.post('/api/users/login', login)).status).toBe(200)

  await server.database.query('update account set security_hold_until = now() where email = $1', [email])
  expect((await alone()).status).toBe(200)
})

test('a copy that shows at sign-in ends every session: one of them may be the thief’s', async () => {
  const { visitor } = await signedIn(server)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  const thief = server.visit()
  const passkey = await answerAtSignIn(thief, authenticator)
  thief.token = (await thief.post('/api/users/login/passkey', { passkey })).body.token
  expect(await isIn(thief)).toBe(true)

  const owner = server.visit()
  const asked = (await owner.post('/api/users/login/passkey/options')).body.data
  const behind = authenticator.get(asked, { counter: 1 })
  expect((await owner.post('/api/users/login/passkey', { passkey: behind })).body.code).toBe('wrong_passkey')
  expect([await isIn(thief), await isIn(visitor)]).toEqual([false, false])
})

test('a copy that shows when something is confirmed ends this session as well: it may be the thief’s', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const authenticator = softAuthenticator()
  const { recoveryCodes, id } = await addPasskey(visitor, authenticator, { password: PASSCODE })
  const thief = server.visit()
  const passkey = await answerAtSignIn(thief, authenticator)
  thief.token = (await thief.post('/api/users/login/passkey', { passkey })).body.token

  const asked = (await visitor.post('/api/users/passkeys/challenge')).body.data
  const code = authenticator.get(asked, { counter: 1 })
  const refused = (await visitor.post('/api/users/two-factor/recovery-codes', { code })).body
  expect([refused.code, refused.message]).toEqual(['wrong_passkey', expect.stringContaining('sign in another way')])
  expect([await isIn(thief), await isIn(visitor)]).toEqual([false, false])
  const login = { identifier: privateKey, password: PASSCODE, code: recoveryCodes?.[1] }
  visitor.token = (await visitor.post('/api/users/login', login)).body.token
  const removal = { password: PASSCODE, code: recoveryCodes?.[0] }
  expect((await visitor.delete(`/api/users/passkeys/${id}`, removal)).status).toBe(200)
})

test('turning a second factor off ends every other session, whether another one is left or not', async () => {
  const { visitor } = await signedIn(server)
  const { recoveryCodes } = await turnOnTwoFactor(visitor, PASSCODE)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE, code: recoveryCodes[0] })
  const elsewhere = server.visit()
  const passkey = await answerAtSignIn(elsewhere, authenticator)
  elsewhere.token = (await elsewhere.post('/api/users/login/passkey', { passkey })).body.token
  const off = async (code: unknown) =>
    (await visitor.post('/api/users/two-factor/disable', { password: PASSCODE, code })).status
  expect(await off(await confirmWith(visitor, authenticator))).toBe(200)
  expect([await isIn(elsewhere), await isIn(visitor)]).toEqual([false, true])

  const app = await signedIn(server)
  const codes = (await turnOnTwoFactor(app.visitor, PASSCODE)).recoveryCodes
  const third = server.visit()
  const login = { identifier: app.privateKey, password: PASSCODE, code: codes[0] }
  third.token = (await third.post('/api/users/login', login)).body.token
  expect(await isIn(third)).toBe(true)
  const disabled = { password: PASSCODE, code: codes[1] }
  expect((await app.visitor.post('/api/users/two-factor/disable', disabled)).status).toBe(200)
  expect([await isIn(third), await isIn(app.visitor)]).toEqual([false, true])
})
