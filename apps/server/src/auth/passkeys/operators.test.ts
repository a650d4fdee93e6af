import { expect, test } from 'vitest'
import { turnOnTwoFactor } from '../../testing/authenticator.ts'
import { addPasskey, answerAtSignIn, confirmWith, softAuthenticator } from '../../testing/passkeys.ts'
import { PASSCODE, signedIn } from '../../testing/people.ts'
import { shareTestServer, type TestServer } from '../../testing/server.ts'
import { signInStaff } from '../../testing/staff.ts'

const server = await shareTestServer()
const { olga } = await signInStaff(server)

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

test('with a passkey and no app, an operator’s action goes on after five minutes once the passkey was shown again', async () => {
  const { visitor, email } = await newOperator(server)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  const proposed = await olga.post('/api/operator/proposals/settings', { change: 'silence_mail', why: 'Too many' })
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(200)
  const { rows } = await server.database.query('select max(id) as id from proposal')
  const approve = () => visitor.post(`/api/operator/proposals/${rows[0].id}/approve`, { why: 'Agreed' })
  await server.database.query(
    `update session set second_factor_at = now() - interval '6 minutes'
     from account where account.id = account_id and email = $1`,
    [email],
  )
  expect((await approve()).body.code).toBe('step_up_required')
  const stepUp = async (code: unknown) => (await visitor.post('/api/users/sessions/step-up', { code })).body.code
  expect(await stepUp('000000')).toBe('wrong_code')
  const shown = await confirmWith(visitor, authenticator)
  expect(await stepUp(shown)).toBeUndefined()
  const approved = await approve()
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  expect(await stepUp(shown), 'an answer works once').toBe('wrong_passkey')
})

test('with a passkey and no app, an operator signs in again after the console’s idle end', async () => {
  const { visitor, email } = await newOperator(server)
  const authenticator = softAuthenticator()
  await addPasskey(visitor, authenticator, { password: PASSCODE })
  await server.database.query(
    `update session set active_at = now() - interval '31 minutes'
     from account where account.id = account_id and email = $1`,
    [email],
  )
  const overview = '/api/operator/overview'
  expect((await visitor.get(overview)).status).toBe(401)
  expect((await visitor.get('/api/v1/auth/refresh-token')).status).toBe(401)
  const passkey = await answerAtSignIn(visitor, authenticator)
  const again = await visitor.post('/api/users/login/passkey', { passkey })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  visitor.token = again.body.token
  expect((await visitor.get(overview)).status).toBe(200)
  // Just shown: an action asks for nothing more.
  const paused = await visitor.put('/api/operator/settings', { payouts_paused: true, why: 'A test' })
  expect(paused.status, JSON.stringify(paused.body)).toBe(200)
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
