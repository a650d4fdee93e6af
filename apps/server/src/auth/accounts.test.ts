import { randomBytes, randomUUID } from 'node:crypto'
import { PASSCODE_COST } from '@trefoil/core/identity/passcode'
import { makePrivateKey } from '@trefoil/core/identity/private-key'
import { expect, test } from 'vitest'
import { newMember, PASSCODE, signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { timeApart } from '../testing/time-apart.ts'

// At its real cost: what takes a hundredth could leave out a hash, and nobody would notice by the time.
const server = await shareTestServer({ passcodeCost: PASSCODE_COST })

const signUp = (changes: object = {}) => ({
  name: 'Ada Lovelace',
  email: `${randomUUID()}@example.org`,
  password: PASSCODE,
  referral_code: null,
  ...changes,
})
const register = (body: unknown) => server.visit().post('/api/users/register', body)
const count = async () => (await server.database.query('select count(*)::int from account')).rows[0].count as number

test('a member who signs up with a code is placed under its owner', async () => {
  const sponsor = await newMember(server)
  for (const code of [
    sponsor.referralCode,
    sponsor.referralCode.toLowerCase(),
    ` ${sponsor.referralCode.slice(0, 4)}-${sponsor.referralCode.slice(4)} `,
  ]) {
    const { status, body } = await register(signUp({ referral_code: code }))
    expect(status).toBe(200)
    const { rows } = await server.database.query(
      `select above.referral_code from member join member above on above.id = member.sponsor where member.referral_code = $1`,
      [body.user.referral_code],
    )
    expect(rows).toEqual([{ referral_code: sponsor.referralCode }])
  }
})

test('an omitted, empty or null code means the root member', async () => {
  const { referral_code: _, ...without } = signUp()
  for (const body of [without, signUp({ referral_code: '' }), signUp({ referral_code: null })]) {
    const answer = await register(body)
    const { rows } = await server.database.query(
      `select root.depth from member join member root on root.id = member.sponsor where member.referral_code = $1`,
      [answer.body.user.referral_code],
    )
    expect(rows).toEqual([{ depth: 0 }])
  }
})

test('a refused sign-up has a code and a sentence, and leaves nothing behind', async () => {
  const { email } = await newMember(server)
  const before = await count()
  for (const [changes, status, code] of [
    [{ email: email.toUpperCase() }, 409, 'email_taken'],
    [{ referral_code: 'ZZZZZZZZ' }, 422, 'unknown_referral_code'],
    [{ referral_code: '../../etc' }, 422, 'unknown_referral_code'],
    [{ password: 'too short' }, 422, 'weak_passcode'],
    [{ password: 'x'.repeat(500) }, 422, 'weak_passcode'],
    [{ password: '123456789012' }, 422, 'weak_passcode'],
    [{ name: '' }, 400, 'invalid_request'],
    [{ name: '   ' }, 400, 'invalid_request'],
    [{ name: 'a\u0000b' }, 400, 'invalid_request'],
    [{ name: 'a'.repeat(101) }, 400, 'invalid_request'],
    [{ email: 'no address' }, 400, 'invalid_request'],
    [{ email: 7 }, 400, 'invalid_request'],
    [{ password: 123456789012 }, 400, 'invalid_request'],
    [{ role: 'operator' }, 400, 'invalid_request'],
  ] as const) {
    const answer = await register(signUp(changes))
    expect([answer.status, answer.body.code], JSON.stringify(changes)).toEqual([status, code])
    expect(answer.body.success).toBe(false)
    expect(answer.body.error).toBe(answer.body.message)
    expect(answer.body.error.length).toBeGreaterThan(10)
  }
  expect(await count()).toBe(before)
})

test('a name may have a hundred characters of any script', async () => {
  const { status, body } = await register(signUp({ name: '花'.repeat(100) }))
  expect([status, body.user.name]).toEqual([200, '花'.repeat(100)])
})

test('the database holds no private key in the clear', async () => {
  const { privateKey } = await newMember(server)
  const { rows } = await server.database.query('select account::text as row from account')
  expect(
    rows.some(({ row }) => row.includes(privateKey) || row.includes(Buffer.from(privateKey).toString('hex'))),
  ).toBe(false)
})

test('neither text nor time distinguishes an unknown key from a wrong passcode', async () => {
  const { privateKey } = await newMember(server)
  const unknownKey = makePrivateKey(randomBytes(16))
  const answers: unknown[] = []
  const attempt = (identifier: string) => async (pair: number) => {
    // Each pair from its own address, so that no limit is reached.
    const from = `127.0.1.${pair + 1}`
    const { status, body } = await server
      .visit({ from })
      .post('/api/users/login', { identifier, password: 'not the passcode' })
    answers.push({ status, body })
  }
  expect(await timeApart(attempt(privateKey), attempt(unknownKey))).toBeLessThan(5)
  expect(answers[0]).toMatchObject({ status: 401 })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('details change, blank ones stay, and a payout address must be valid', async () => {
  const { visitor } = await signedIn(server)
  const read = async () => (await visitor.get('/api/users/profile')).body.data.profile
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect((await visitor.put('/api/users/profile', { name: ' Grace Hopper ', wallet_address: address })).status).toBe(
    200,
  )
  expect((await visitor.put('/api/users/profile', { name: '', wallet_address: '' })).status).toBe(200)
  expect((await visitor.put('/api/users/profile', {})).status).toBe(200)
  expect(await read()).toMatchObject({ name: 'Grace Hopper', wallet_address: address })

  for (const wrong of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('BeAeD', 'BeAED'),
    `0x${'0'.repeat(40)}`,
    '0x0000000000000000000000000000000000000009',
    '0x1234',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]) {
    const { status, body } = await visitor.put('/api/users/wallet', { wallet_address: wrong })
    expect([status, body.code], wrong).toEqual([422, 'invalid_address'])
  }
  expect((await read()).wallet_address).toBe(address)
  const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  expect((await visitor.put('/api/users/wallet', { wallet_address: lower })).status).toBe(200)
  expect((await read()).wallet_address).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
})

test('a role in a cookie or in the body grants nothing', async () => {
  const { visitor } = await signedIn(server)
  visitor.cookies.set('role', 'operator')
  visitor.cookies.set('accessToken', 'x')
  expect((await visitor.put('/api/users/profile', { role: 'operator' })).status).toBe(400)
  const stranger = server.visit()
  stranger.cookies.set('accessToken', visitor.token ?? '')
  expect((await stranger.get('/api/users/profile')).status).toBe(401)
})
