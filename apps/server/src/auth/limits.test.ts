import { expect, test } from 'vitest'
import { newMember, PASSCODE, signIn } from '../testing/people.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'

const isLong = process.env['TREFOIL_LONG'] === '1'
const HUNDREDS = isLong ? 100 : 10

const server = await shareTestServer()

test('guesses from everywhere are throttled, and the real member still gets in', async () => {
  const { visitor, privateKey } = await newMember(server)
  await signIn(visitor, privateKey)

  const counts = new Map<number, number>()
  const guess = async (number: number) => {
    // From twenty addresses, a hundred at a time.
    const attacker = server.visit({ from: `127.0.2.${(number % 20) + 1}` })
    const { status } = await attacker.post('/api/users/login', {
      identifier: privateKey,
      password: `guess number ${number}`,
    })
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  for (let round = 0; round < HUNDREDS; round++)
    await Promise.all(Array.from({ length: 100 }, (_, index) => guess(round * 100 + index)))

  expect(new Set(counts.keys())).toEqual(new Set([401, 429]))
  // However many came at once, only ten a minute per address reached the passcode check.
  expect(counts.get(401)).toBeLessThanOrEqual(20 * 10 * 3)

  const refused = await server
    .visit({ from: '127.0.2.1' })
    .post('/api/users/login', { identifier: privateKey, password: PASSCODE })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // The member's own browser is known and has its own count.
  await signIn(visitor, privateKey)
})

test('a guesser cannot lock a member out from elsewhere', async () => {
  const { privateKey } = await newMember(server, { from: '127.0.3.1' })
  const attacker = server.visit({ from: '127.0.3.2' })
  for (let number = 0; number < 30; number++)
    await attacker.post('/api/users/login', { identifier: privateKey, password: `guess number ${number}` })
  await signIn(server.visit({ from: '127.0.3.3' }), privateKey)
})

test('writing a key differently does not give more guesses', async () => {
  const { privateKey } = await newMember(server, { from: '127.0.4.1' })
  const attacker = server.visit({ from: '127.0.4.1' })
  const statuses: number[] = []
  for (const identifier of Array.from(
    { length: 20 },
    (_, index) => privateKey.slice(0, index + 2) + ' ' + privateKey.slice(index + 2),
  ))
    statuses.push((await attacker.post('/api/users/login', { identifier, password: 'a wrong passcode' })).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('right passcodes and malformed bodies do not count', async () => {
  const { privateKey } = await newMember(server, { from: '127.0.5.1' })
  const visitor = server.visit({ from: '127.0.5.1' })
  for (let round = 0; round < 15; round++) await signIn(server.visit({ from: '127.0.5.1' }), privateKey)
  for (let round = 0; round < 15; round++)
    expect((await visitor.post('/api/users/login', { identifier: privateKey })).status).toBe(400)
  await signIn(visitor, privateKey)
})

test('only successful sign-ups count', async () => {
  const own = await startTestServer({ limits: { ...server.settings.limits, signUpsPerHour: 2 } })
  const attempt = (changes: object) =>
    own
      .visit()
      .post('/api/users/register', { name: 'A', password: PASSCODE, email: `${Math.random()}@example.org`, ...changes })
  for (let round = 0; round < 5; round++) expect((await attempt({ password: 'short' })).status).toBe(422)
  expect((await attempt({})).status).toBe(200)
  expect((await attempt({})).status).toBe(200)
  expect((await attempt({})).status).toBe(429)
})
