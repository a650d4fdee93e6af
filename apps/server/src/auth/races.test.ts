import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { holdAccount, holdGuesses } from '../testing/hold-account.ts'
import { addPasskey, answerAtSignIn, softAuthenticator } from '../testing/passkeys.ts'
import { newMember, PASSCODE, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { mailedResetToken } from '../testing/reset-link.ts'
import { shareTestServer } from '../testing/server.ts'
import type { Answer } from '../testing/visitor.ts'

const server = await shareTestServer()

const NEW_PASSCODE = 'another long passcode'
const PROFILE = '/api/users/profile'

/** The link is opened first, and then `request` is sent: it has proven itself before the passcode is another. */
async function duringReset<T>(member: TestMember, request: () => Promise<T>): Promise<T> {
  const token = await mailedResetToken(server, member.email)
  const account = await holdAccount(server, member.email)
  const body = { token, password: NEW_PASSCODE, confirm_password: NEW_PASSCODE }
  const reset = server.visit().post('/api/users/reset-password', body)
  await account.isAwaitedBy(1)
  const asked = request()
  await account.isAwaitedBy(2)
  await account.release()
  expect((await reset).status).toBe(200)
  return asked
}

const openSessions = async ({ email }: TestMember) => {
  const open = 'select from session join account on account.id = account_id where email = $1 and ended_at is null'
  return (await server.database.query(open, [email])).rowCount
}

const login = ({ privateKey }: TestMember) =>
  server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE })

test('a reset of the passcode keeps out whoever is signing in with the old one', async () => {
  const member = await newMember(server)
  const { status, body, headers } = await duringReset(member, () => login(member))
  const wrong = await server.visit().post('/api/users/login', { identifier: 'K', password: PASSCODE })
  expect([status, body]).toEqual([401, wrong.body])
  expect(headers['set-cookie']).toBeUndefined()
  expect(await openSessions(member)).toBe(0)
  const { rows } = await server.database.query(
    `select kind from auth_event join account on account.id = account_id where email = $1 order by auth_event.id desc limit 1`,
    [member.email],
  )
  expect(rows).toEqual([{ kind: 'sign_in_failed' }])
  await signIn(server.visit(), member.privateKey, NEW_PASSCODE)
})

test.each([
  ['who is removed', `role = 'former'`],
  ['who gets another role', `role = 'auditor'`],
  ['whose second factor is turned on', `totp_box = 'x', totp_enabled_at = now()`],
])('somebody %s while they sign in has to do it again', async (_who, change) => {
  const member = await newMember(server)
  const account = await holdAccount(server, member.email)
  await account.query(`update account set ${change} where email = $1`, [member.email])
  const asked = login(member)
  await account.isAwaitedBy(1)
  await account.release()
  const { status, body } = await asked
  expect([status, body.code]).toEqual([401, 'wrong_credentials'])
  expect(await openSessions(member)).toBe(0)
})

test.each([
  ['removed', 'delete from passkey where id = $1'],
  ['blocked', 'update passkey set copied_at = now() where id = $1'],
])('a passkey that is %s while somebody signs in with it opens nothing', async (_how, change) => {
  const member = await signedIn(server)
  const authenticator = softAuthenticator()
  const { id } = await addPasskey(member.visitor, authenticator, { password: PASSCODE })
  const browser = server.visit()
  const passkey = await answerAtSignIn(browser, authenticator)

  const account = await holdAccount(server, member.email)
  const asked = browser.post('/api/users/login/passkey', { passkey })
  await account.isAwaitedBy(1)
  // Between the answer of the passkey and the session, the guess is given back.
  const guesses = await holdGuesses(server)
  await account.release()
  await guesses.isAwaitedBy(1)
  await server.database.query(change, [id])
  await guesses.release()
  expect((await asked).body.code).toBe('wrong_passkey')
  expect(await openSessions(member)).toBe(1)
})

test('a passkey that is removed while it answers was not copied', async () => {
  const member = await signedIn(server)
  const authenticator = softAuthenticator()
  const { id } = await addPasskey(member.visitor, authenticator, { password: PASSCODE })
  const browser = server.visit()
  const passkey = await answerAtSignIn(browser, authenticator)
  const account = await holdAccount(server, member.email)
  const asked = browser.post('/api/users/login/passkey', { passkey })
  await account.isAwaitedBy(1)
  await account.query('delete from passkey where id = $1', [id])
  await account.release()
  expect((await asked).body.message).toContain('not known here')
  expect((await member.visitor.get(PROFILE)).status).toBe(200)
})

const another = '0x52908400098527886E0F7030069857D2E4169EE7'

test.each<[string, (member: TestMember) => Promise<Answer>]>([
  [
    'passcode',
    ({ visitor }) => visitor.put(PROFILE, { current_password: PASSCODE, new_password: 'the thief was here' }),
  ],
  [
    'e-mail address',
    ({ visitor }) => visitor.put('/api/users/email', { email: `${randomUUID()}@example.org`, password: PASSCODE }),
  ],
  ['payout address', ({ visitor }) => visitor.put('/api/users/wallet', { wallet_address: another })],
])('a reset of the passcode is not undone by a change of the %s that was under way', async (_what, change) => {
  const member = await signedIn(server)
  const { status, body } = await duringReset(member, () => change(member))
  expect([status, body.code]).toEqual([401, 'no_session'])
  const { rows } = await server.database.query('select wallet_address from account where email = $1', [member.email])
  expect(rows).toEqual([{ wallet_address: null }])
  await signIn(server.visit(), member.privateKey, NEW_PASSCODE)
})

test('nor by a second factor that was being turned on', async () => {
  const member = await signedIn(server)
  const { body } = await member.visitor.post('/api/users/two-factor/setup', { password: PASSCODE })
  const asked = await duringReset(member, () =>
    member.visitor.post('/api/users/two-factor/enable', { code: codeOf(body.data.secret) }),
  )
  expect([asked.status, asked.body.code]).toEqual([401, 'no_session'])
  await signIn(server.visit(), member.privateKey, NEW_PASSCODE)
})

test('nor by a passkey that was being added', async () => {
  const member = await signedIn(server)
  const { body } = await member.visitor.post('/api/users/passkeys/options', { password: PASSCODE })
  const credential = softAuthenticator().create(body.data)
  const asked = await duringReset(member, () =>
    member.visitor.post('/api/users/passkeys', { name: 'Theirs', credential }),
  )
  expect([asked.status, asked.body.code]).toEqual([401, 'no_session'])
  await signIn(server.visit(), member.privateKey, NEW_PASSCODE)
})

test('recovery codes that are renewed twice at the same time are ten', async () => {
  const { visitor, email } = await signedIn(server)
  const { recoveryCodes } = await turnOnTwoFactor(visitor, PASSCODE)
  const account = await holdAccount(server, email)
  const answers = [0, 1].map((index) =>
    visitor.post('/api/users/two-factor/recovery-codes', { code: recoveryCodes[index] }),
  )
  // Both codes are used, and each request is about to replace them all.
  await account.isAwaitedBy(2)
  await account.release()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  const kept = 'select from recovery_code join account on account.id = account_id where email = $1'
  expect((await server.database.query(kept, [email])).rowCount).toBe(10)
})
