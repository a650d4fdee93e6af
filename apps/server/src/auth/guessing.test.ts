import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newMember, PASSCODE, signIn, signedIn } from '../testing/people.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'
import type { Answer, Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const five = { ...server.settings.limits, signUpsPerHour: 1000, wrongPasscodesPerAddress: 5 }
const strict = await shareTestServer({ limits: five })
const NEW_PASSCODE = 'the next passcode of mine'

const withLimits = (changes: Partial<typeof server.settings.limits>, others = {}) =>
  startTestServer({ limits: { ...server.settings.limits, signUpsPerHour: 1000, ...changes }, ...others })

const signUp = (visitor: Visitor, details: object): Promise<Answer> =>
  visitor.post('/api/users/register', {
    name: 'Test Person',
    email: `${randomUUID()}@example.org`,
    password: PASSCODE,
    ...details,
  })

const told = ({ status, body }: Answer) => [status, body.code]

test('after too many wrong referral codes, a right one and a wrong one get the same answer', async () => {
  const { referralCode } = await newMember(strict, { from: '127.0.1.1' })
  const guesser = strict.visit({ from: '127.0.1.2' })
  for (let number = 0; number < 5; number++)
    expect(told(await signUp(guesser, { referral_code: `0000000${number}` }))).toEqual([422, 'unknown_referral_code'])
  const wrong = await signUp(guesser, { referral_code: '00000009' })
  expect(told(wrong)).toEqual([429, 'too_many_attempts'])
  expect(told(await signUp(guesser, { referral_code: referralCode }))).toEqual(told(wrong))
  // Refused before the passcode is judged or hashed: nobody keeps the server busy with it.
  expect(told(await signUp(guesser, { referral_code: referralCode, password: 'short' }))).toEqual(told(wrong))
  expect((await signUp(strict.visit({ from: '127.0.1.3' }), { referral_code: referralCode })).status).toBe(200)
})

test('after too many taken e-mail addresses, a taken one and a free one get the same answer', async () => {
  const { email } = await newMember(strict, { from: '127.0.2.1' })
  const guesser = strict.visit({ from: '127.0.2.2' })
  for (let number = 0; number < 5; number++)
    expect(told(await signUp(guesser, { email }))).toEqual([409, 'email_taken'])
  const taken = await signUp(guesser, { email })
  expect(told(taken)).toEqual([429, 'too_many_attempts'])
  expect(told(await signUp(guesser, {}))).toEqual(told(taken))
})

test('a sign-up that succeeds gives its place back', async () => {
  const visitor = strict.visit({ from: '127.0.3.1' })
  for (let number = 0; number < 7; number++) expect((await signUp(visitor, {})).status).toBe(200)
})

test('all known devices of an account share one count', async () => {
  const { privateKey } = await newMember(server, { from: '127.0.7.1' })
  const statuses: number[] = []
  const devices: Visitor[] = []
  for (let number = 0; number < 4; number++) {
    const device = server.visit({ from: `127.0.7.${number + 2}` })
    await signIn(device, privateKey)
    devices.push(device)
  }
  for (let number = 0; number < 40; number++) {
    const answer = await devices[number % 4]?.post('/api/users/login', {
      identifier: privateKey,
      password: `guess number ${number}`,
    })
    statuses.push(answer?.status ?? 0)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('a device that is known from before a passcode change is not known any more', async () => {
  const { visitor, privateKey } = await signedIn(server, { from: '127.0.8.1' })
  const thief = server.visit({ from: '127.0.8.2' })
  await signIn(thief, privateKey)
  const change = { current_password: PASSCODE, new_password: NEW_PASSCODE }
  expect((await visitor.put('/api/users/profile', change)).status).toBe(200)
  await signIn(visitor, privateKey, NEW_PASSCODE)

  const guess = { identifier: privateKey, password: 'a wrong passcode' }
  const stranger = server.visit({ from: '127.0.8.2' })
  for (let number = 0; number < 10; number++) expect((await stranger.post('/api/users/login', guess)).status).toBe(401)
  // The old cookie adds no guesses to those of its address, and takes none from the owner's devices.
  expect((await thief.post('/api/users/login', guess)).status).toBe(429)
  await signIn(visitor, privateKey, NEW_PASSCODE)
})

test('a customer with a /56 or a /48 gets a few more guesses, not one set for each of its networks', async () => {
  const own = await withLimits({ wrongPasscodesPerMinute: 5 }, { trustProxy: 'loopback' })
  const { privateKey } = await newMember(own)
  const guessFrom = async (addresses: string[]) => {
    const counts = { 401: 0, 429: 0 } as Record<number, number>
    for (const address of addresses) {
      const { status } = await loginFrom(own.visit(), address, { identifier: privateKey, password: 'a wrong passcode' })
      counts[status] = (counts[status] ?? 0) + 1
    }
    return counts
  }
  const numbers = Array.from({ length: 40 }, (_, index) => index)
  // 2001:db8:1:aa00::/56 has 256 networks of 64 bits.
  const oneSite = numbers.map((index) => `2001:db8:1:aa${(index % 256).toString(16).padStart(2, '0')}::1`)
  expect(await guessFrom(oneSite)).toEqual({ 401: 10, 429: 30 })
  const wholeSite = numbers.map((index) => `2001:db8:2:${((index * 256) % 65536).toString(16)}::1`)
  expect(await guessFrom(wholeSite)).toEqual({ 401: 20, 429: 20 })
  // However it is written, an IPv4 address is one.
  expect(await guessFrom(numbers.map(() => '::ffff:192.0.2.1'))).toEqual({ 401: 5, 429: 35 })
})

test('one site alone cannot use up the guesses that an account has from everywhere', async () => {
  const own = await withLimits(
    { wrongPasscodesPerMinute: 1000, wrongPasscodesPerAddress: 1000, wrongPasscodesPerAccount: 100 },
    { trustProxy: 'loopback' },
  )
  const { privateKey } = await newMember(own)
  for (let number = 0; number < 120; number++)
    await loginFrom(own.visit(), `2001:db8:3:${(number * 300).toString(16)}::1`, {
      identifier: privateKey,
      password: 'a wrong passcode',
    })
  const owner = await loginFrom(own.visit(), '2001:db8:4::1', { identifier: privateKey, password: PASSCODE })
  expect(owner.status).toBe(200)
})

const loginFrom = (visitor: Visitor, address: string, body: object): Promise<Answer> =>
  visitor.send('POST', '/api/users/login', {
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': address },
  })
