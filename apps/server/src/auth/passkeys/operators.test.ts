import { expect, test } from 'vitest'
import { turnOnTwoFactor } from '../../testing/authenticator.ts'
import { addPasskey, answerAtSignIn, confirmWith, softAuthenticator } from '../../testing/passkeys.ts'
import { PASSCODE, signedIn } from '../../testing/people.ts'
import { shareTestServer, type TestServer } from '../../testing/server.ts'
import { signInStaff } from '../../testing/staff.ts'

const server = await shareTestServer()

/** A member whom the command line would have made an operator. */
async function newOperator(at: TestServer) {
  const person = await signedIn(at)
  await at.database.query(`update account set role = 'operator' where email = $1`, [person.email])
  return person
}

test('an operator who has a passkey needs no authenticator app, and keeps a second factor', async () => {
  const { visitor } = await newOperator(server)
  const overview = '/api/operator/overview'
  expect((await visitor.get(overview)).status).toBe(403)
  const authenticator = softAuthenticator()
  const { id } = await addPasskey(visitor, authenticator, { password: PASSCODE })
  expect((await visitor.get(overview)).status).toBe(200)

  const elsewhere = server.visit()
  const passkey = await answerAtSignIn(elsewhere, authenticator)
  elsewhere.token = (await elsewhere.post('/api/users/login/passkey', { passkey })).body.token
  expect((await elsewhere.get(overview)).status).toBe(200)

  const code = await confirmWith(elsewhere, authenticator)
  const removed = await elsewhere.delete(`/api/users/passkeys/${id}`, { password: PASSCODE, code })
  expect([removed.status, removed.body.code]).toEqual([409, 'two_factor_state'])
  expect((await elsewhere.get(overview)).status).toBe(200)
})

test('an operator can exchange the factors, but not turn off the last one', async () => {
  const { visitor } = await newOperator(server)
  const { recoveryCodes } = await turnOnTwoFactor(visitor, PASSCODE)
  const off = (code: unknown) => visitor.post('/api/users/two-factor/disable', { password: PASSCODE, code })
  expect((await off(recoveryCodes[0])).body.code).toBe('two_factor_state')
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE, code: recoveryCodes[0] })
  expect((await off(await confirmWith(visitor, authenticator))).status).toBe(200)
  expect((await visitor.get('/api/operator/overview')).status).toBe(200)
})

test('a member who lost a passkey gets in again once an operator has reset the second factor', async () => {
  const { visitor, email, privateKey } = await signedIn(server)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  const { olga } = await signInStaff(server)
  const { rows } = await server.database.query('select id from account where email = $1', [email])
  const seen = (await olga.get(`/api/operator/members/${rows[0].id}`)).body.data.member
  expect(seen.two_factor).toBe(true)
  const reset = { why: 'Lost the telephone', check: 'Called the number that we knew' }
  expect((await olga.post(`/api/operator/members/${rows[0].id}/reset-two-factor`, reset)).status).toBe(200)
  const login = { identifier: privateKey, password: PASSCODE }
  expect((await server.visit().post('/api/users/login', login)).status).toBe(200)
  const found = server.visit()
  const passkey = await answerAtSignIn(found, authenticator)
  expect((await found.post('/api/users/login/passkey', { passkey })).body.code).toBe('wrong_passkey')
})

test('who has left the console does not come back with a passkey', async () => {
  const { visitor, email } = await newOperator(server)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  await server.database.query(`update account set role = 'former' where email = $1`, [email])
  const elsewhere = server.visit()
  const passkey = await answerAtSignIn(elsewhere, authenticator)
  expect((await elsewhere.post('/api/users/login/passkey', { passkey })).body.code).toBe('wrong_passkey')
})
