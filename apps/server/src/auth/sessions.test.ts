import { expect, test } from 'vitest'
import { memberReads } from '../testing/member-reads.ts'
import { newMember, PASSCODE, signedIn, signIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()

const REFRESH = '/api/v1/auth/refresh-token'
const MONTH = 'from=2026-01-01&to=2026-01-31'
const PROFILE = '/api/users/profile'

test('a member signs up, signs in and reads their profile', async () => {
  const { visitor, privateKey, email } = await newMember(server)
  expect((await visitor.get(PROFILE)).status).toBe(401)
  await signIn(visitor, privateKey)
  const { status, body } = await visitor.get(PROFILE)
  expect(status).toBe(200)
  expect(body.data.profile).toMatchObject({
    email,
    user_pk: privateKey,
    stage: 0,
    status: 'inactive',
    two_factor: false,
  })
  expect(body.data.balances).toEqual({ balance: 0, deposit_balance: 0, stage_balance: 0 })
})

test('each refresh gives another cookie, and the new access token works', async () => {
  const { visitor } = await signedIn(server)
  const before = visitor.cookies.get('trefoil_refresh')
  const { status, body } = await visitor.get(REFRESH)
  expect(status).toBe(200)
  expect(visitor.cookies.get('trefoil_refresh')).not.toBe(before)
  visitor.token = body.data.accessToken
  expect((await visitor.get(PROFILE)).status).toBe(200)
})

test('two tabs that refresh together stay signed in', async () => {
  const { visitor } = await signedIn(server)
  const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.get(REFRESH)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await visitor.get(REFRESH)).status).toBe(200)
})

test('an old refresh token ends the whole family, for the thief and for the owner', async () => {
  const { visitor } = await signedIn(server)
  const stolen = visitor.cookies.get('trefoil_refresh') ?? ''
  await visitor.get(REFRESH)
  await server.database.query(`update session set rotated_at = now() - interval '11 seconds'`)

  const thief = server.visit()
  thief.cookies.set('trefoil_refresh', stolen)
  expect((await thief.get(REFRESH)).status).toBe(401)
  expect((await visitor.get(REFRESH)).status).toBe(401)
  expect((await visitor.get(PROFILE)).status).toBe(401)
  const { rows } = await server.database.query('select end_reason from session where id = $1', [stolen.split('.')[0]])
  expect(rows).toEqual([{ end_reason: 'refresh token reused' }])
})

test('a forged refresh token changes nothing', async () => {
  const { visitor } = await signedIn(server)
  const real = visitor.cookies.get('trefoil_refresh') ?? ''
  const forger = server.visit()
  for (const forged of [`${real.slice(0, -4)}AAAA`, real.replace('.0.', '.1.'), 'x', '0'.repeat(4000), '']) {
    forger.cookies.set('trefoil_refresh', forged)
    expect((await forger.get(REFRESH)).status).toBe(401)
  }
  expect((await visitor.get(REFRESH)).status).toBe(200)
})

test('logout ends the session at once, even for a copied access token', async () => {
  const { visitor } = await signedIn(server)
  const copy = server.visit()
  copy.token = visitor.token
  expect((await copy.get(PROFILE)).status).toBe(200)
  expect((await visitor.post('/api/users/logout')).status).toBe(200)
  expect((await copy.get(PROFILE)).status).toBe(401)
  expect((await visitor.get(REFRESH)).status).toBe(401)
})

test('whose session has ended gets nothing that was read meanwhile, from any route', async () => {
  const { visitor } = await signedIn(server)
  const copy = server.visit()
  copy.token = visitor.token
  const reads = (await memberReads()).filter(({ access }) => access === 'member')
  const paths = [...reads.map(({ path }) => path), `/api/statements.csv?${MONTH}`, `/api/statements.pdf?${MONTH}`]
  const statuses = () => Promise.all(paths.map(async (path) => (await copy.get(path)).status))
  // From here on the server knows whose session it is, and reads before it has heard whether it is still open.
  expect((await statuses()).filter((status) => status === 200).length).toBeGreaterThan(15)
  await visitor.post('/api/users/logout')
  expect(new Set(await statuses())).toEqual(new Set([401]))
})

test('signing in again ends the session that the browser had before, and no other', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const elsewhere = server.visit()
  await signIn(elsewhere, privateKey)
  const before = visitor.token
  await signIn(visitor, privateKey)
  expect((await visitor.get(PROFILE)).status).toBe(200)
  expect((await elsewhere.get(PROFILE)).status).toBe(200)
  visitor.token = before
  expect((await visitor.get(PROFILE)).status).toBe(401)
})

test('a session ends after seven days', async () => {
  const { visitor } = await signedIn(server)
  const { rows } = await server.database.query(
    `select expires_at - session.created_at = interval '7 days' as right
      from session join account on account.id = account_id where role = 'member'`,
  )
  expect(rows.every(({ right }) => right)).toBe(true)
  await server.database.query('update session set expires_at = now()')
  expect((await visitor.get(PROFILE)).status).toBe(401)
  expect((await visitor.get(REFRESH)).status).toBe(401)
})

test('a session that nobody uses for three days ends, and each refresh begins the time anew', async () => {
  const { visitor } = await signedIn(server)
  const letPass = (interval: string) =>
    server.database.query(`update session set active_at = active_at - $1::interval where id = $2`, [
      interval,
      sessionOf(visitor),
    ])
  await letPass('71 hours')
  const { body } = await visitor.get(REFRESH)
  visitor.token = body.data.accessToken
  await letPass('71 hours')
  expect((await visitor.get(PROFILE)).status).toBe(200)
  await letPass('61 minutes')
  expect((await visitor.get(PROFILE)).status).toBe(401)
  expect((await visitor.get(REFRESH)).status).toBe(401)
})

const sessionOf = ({ cookies }: Visitor) => cookies.get('trefoil_refresh')?.split('.')[0]

test('a forged or expired token is refused', async () => {
  const { visitor } = await signedIn(server)
  const [head = '', payload = '', mac = ''] = visitor.token?.split('.') ?? []
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const none = encode({ alg: 'none', typ: 'JWT' })
  for (const token of [
    `${none}.${payload}.`,
    `${none}.${payload}.${mac}`,
    `${head}.${encode({ ...claims, exp: claims.exp + 3600 })}.${mac}`,
    `${head}.${payload}.${mac.slice(0, -2)}xx`,
    `${head}.${payload}`,
    'undefined',
    '',
  ]) {
    const intruder = server.visit()
    intruder.token = token
    expect((await intruder.get(PROFILE)).status, token).toBe(401)
  }
  expect(claims.exp - claims.iat).toBe(600)
})

test('a new passcode ends all other sessions, and the old passcode no longer works', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const elsewhere = server.visit()
  await signIn(elsewhere, privateKey)

  const wrong = await visitor.put(PROFILE, {
    current_password: 'not my passcode',
    new_password: 'another long passcode',
  })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_passcode'])
  const change = { current_password: PASSCODE, new_password: 'another long passcode' }
  expect((await visitor.put(PROFILE, change)).status).toBe(200)
  expect((await visitor.get(PROFILE)).status).toBe(200)
  expect((await elsewhere.get(PROFILE)).status).toBe(401)
  const old = await server.visit().post('/api/users/login', { identifier: privateKey, password: PASSCODE })
  expect([old.status, old.body.code]).toEqual([401, 'wrong_credentials'])
  await signIn(server.visit(), privateKey, 'another long passcode')
})
