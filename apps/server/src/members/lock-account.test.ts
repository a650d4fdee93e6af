import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { rotateSecret } from '../secrets/rotate.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { holdAccount } from '../testing/hold-account.ts'
import { holdLedger } from '../testing/ahead-scene.ts'
import { earner, fundedMember, withdraw } from '../testing/money.ts'
import { PASSCODE, signedIn } from '../testing/people.ts'
import { mailedResetToken, mailedToken } from '../testing/reset-link.ts'
import { shareTestServer, startTestServer, type TestServer } from '../testing/server.ts'
import type { Answer, Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

type Request = () => Promise<Answer>

/** Both wait for the account, or its balance, at the same time, in this order. Returns how they were answered. */
async function atOnce(
  email: string,
  first: Request,
  second: Request,
  row: 'account' | 'balance' = 'account',
): Promise<[number, string][]> {
  const account = await holdAccount(server, email, row)
  const one = first()
  await account.isAwaitedBy(1)
  const other = second()
  await account.isAwaitedBy(2)
  await account.release()
  return (await Promise.all([one, other])).map(({ status, body }) => [status, body.code ?? 'done'])
}

const reset =
  (token: string, from = server): Request =>
  () =>
    from.visit().post('/api/users/reset-password', {
      token,
      password: 'another long passcode',
      confirm_password: 'another long passcode',
    })

const erase =
  (visitor: Visitor): Request =>
  () =>
    visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE', donate_rest: true })

test.each([0, 0.5])('an erasure with $%d and a reset of the passcode never wait for each other', async (dollars) => {
  for (const order of ['reset first', 'erasure first']) {
    const { visitor, email } = await fundedMember(server, dollars)
    const resets = reset(await mailedResetToken(server, email))
    if (order === 'reset first')
      expect(await atOnce(email, resets, erase(visitor))).toEqual([
        [200, 'done'],
        [403, 'security_hold'],
      ])
    else
      expect(await atOnce(email, erase(visitor), resets)).toEqual([
        [200, 'done'],
        [422, 'invalid_reset_token'],
      ])
  }
  await expectNoViolation(db)
})

test('nor do a withdrawal and a reset', async () => {
  for (const order of ['reset first', 'withdrawal first']) {
    const { visitor, email } = await earner(server, 50)
    const resets = reset(await mailedResetToken(server, email))
    const withdraws = () => withdraw(visitor)
    // A withdrawal locks the balance only.
    const answers = await (order === 'reset first'
      ? atOnce(email, resets, withdraws)
      : atOnce(email, withdraws, resets, 'balance'))
    expect(answers.map(([status]) => status)).toEqual([200, 200])
  }
  await expectNoViolation(db)
})

test('nor do logout and a reset', async () => {
  const { visitor, email } = await signedIn(server)
  const resets = reset(await mailedResetToken(server, email))
  expect(await atOnce(email, resets, () => visitor.post('/api/users/logout'))).toEqual([
    [200, 'done'],
    [200, 'done'],
  ])
})

test('nor do logout and an erasure', async () => {
  for (const order of ['logout first', 'erasure first']) {
    const { visitor, privateKey, email } = await fundedMember(server, 0)
    const other = server.visit()
    other.token = (await other.post('/api/users/login', { identifier: privateKey, password: PASSCODE })).body.token
    const logout = () => other.post('/api/users/logout')
    const answers = await (order === 'logout first'
      ? atOnce(email, logout, erase(visitor))
      : atOnce(email, erase(visitor), logout))
    expect(answers.map(([status]) => status)).toEqual([200, 200])
  }
})

test('nor do a rotation of the secret and a reset', async () => {
  for (const order of ['reset first', 'rotation first']) {
    // It must be able to read the result, as a server must whose secret is rotated.
    const own = await startTestServer({ secret: `${server.settings.secret},${NEWER_SECRET}` })
    const { email } = await signedIn(own)
    const token = await mailedResetToken(own, email)
    const steps = [reset(token, own), () => rotate(own)]
    if (order === 'rotation first') steps.reverse()

    const account = await holdAccount(own, email)
    const first = steps[0]?.()
    await account.isAwaitedBy(1)
    const second = steps[1]?.()
    await account.isAwaitedBy(2)
    await account.release()
    const [answered, rotated] = order === 'reset first' ? [await first, await second] : [await second, await first]
    expect(answered).toMatchObject({ status: 200 })
    expect(rotated).toMatchObject({ unreadable: 0 })
  }
})

test('a rotation waits for the ledger: both lock many balances', async () => {
  const own = await startTestServer()
  await signedIn(own)
  const ledger = await holdLedger(own)
  const rotation = rotate(own)
  await ledger.isAwaitedBy(1)
  await ledger.release()
  expect(await rotation).toMatchObject({ unreadable: 0 })
})

const NEWER_SECRET = 'a newer secret of more than 32 characters'

async function rotate({ settings }: TestServer) {
  const keyring = makeKeyring(`${NEWER_SECRET},${server.settings.secret}`)
  const pool = openPool(asApplication(settings.databaseUrl ?? ''), 2)
  onTestFinished(() => pool.end())
  return rotateSecret({ db: openDatabase(pool), keyring })
}

test('nor do a change of the e-mail address and the link that verifies the old one', async () => {
  const { visitor, email } = await signedIn(server, { emailVerified: false })
  const token = await mailedToken(server, email, String.raw`verify-email#([\w-]{43})`)
  const change = { email: `${randomUUID()}@example.org`, password: PASSCODE }
  const answers = await atOnce(
    email,
    () => visitor.put('/api/users/email', change),
    () => server.visit().post('/api/users/verify-email', { token }),
  )
  expect(answers).toEqual([
    [200, 'done'],
    [422, 'invalid_email_link'],
  ])
})
