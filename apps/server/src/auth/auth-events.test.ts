import { expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { destroyPersonalKey } from '../members/personal-key.ts'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { mailsTo } from '../testing/outbox.ts'
import { newMember, PASSCODE, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const EVENTS = '/api/users/security-events'

type Shown = { at: string; kind: string; description: string; device: string | null; network: string | null }

const eventsOf = async (visitor: Visitor, query = ''): Promise<Shown[]> => {
  const { status, body } = await visitor.get(`${EVENTS}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.events
}
const kindsOf = async (visitor: Visitor): Promise<string[]> => (await eventsOf(visitor)).map(({ kind }) => kind)

const idOf = async ({ email }: TestMember): Promise<number> =>
  (await server.database.query('select id from account where email = $1', [email])).rows[0].id

const mailedToken = async (email: string): Promise<string | undefined> => {
  const find = async () => (await mailsTo(server, email, 0)).map(tokenIn).find((token) => token !== undefined)
  await expect.poll(find, { timeout: 90_000 }).toBeDefined()
  return find()
}
const tokenIn = ({ body }: { body: string }) => /reset-password\/([\w-]+)/.exec(body)?.[1]

const refuse = (visitor: Visitor, privateKey: string) =>
  visitor.post('/api/users/login', { identifier: privateKey, password: 'not the passcode' })

test('a member sees what happened to their access: sign-up, wrong passcodes, sign-ins, sign-outs', async () => {
  const member = await newMember(server)
  const { visitor, privateKey } = member
  expect((await refuse(visitor, privateKey)).status).toBe(401)
  await signIn(visitor, privateKey)
  expect((await visitor.post('/api/users/logout')).status).toBe(200)
  await signIn(visitor, privateKey)
  expect(await kindsOf(visitor)).toEqual(['sign_in', 'sign_out', 'sign_in', 'sign_in_failed', 'sign_up'])
  const [newest] = await eventsOf(visitor)
  expect(newest).toMatchObject({ description: 'Signed in', device: 'Unknown browser', network: '127.0.0.0/24' })
})

test('the device is named by browser and system, in words of ours', async () => {
  const { visitor, privateKey } = await newMember(server)
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0 Your account was closed'
  const body = JSON.stringify({ identifier: privateKey, password: PASSCODE })
  const answer = await visitor.send('POST', '/api/users/login', { body, headers: { 'user-agent': agent } })
  visitor.token = answer.body.token
  expect((await eventsOf(visitor))[0]).toMatchObject({ kind: 'sign_in', device: 'Firefox on Linux' })
})

test('passcode, reset and second factor leave their events', async () => {
  const member = await signedIn(server)
  const { visitor, privateKey, email } = member
  const changed = { current_password: PASSCODE, new_password: 'another long passcode' }
  expect((await visitor.put('/api/users/profile', changed)).status).toBe(200)
  const { secret, recoveryCodes } = await turnOnTwoFactor(visitor, changed.new_password)
  const renewed = await visitor.post('/api/users/two-factor/recovery-codes', { code: codeOf(secret) })
  const [recovery] = renewed.body.data.recovery_codes as string[]
  expect((await visitor.post('/api/users/two-factor/recovery-codes', { code: recoveryCodes[0] })).status).toBe(422)
  const off = { password: changed.new_password, code: recovery }
  expect((await visitor.post('/api/users/two-factor/disable', off)).status).toBe(200)
  await visitor.post('/api/users/forgot-password', { email })
  const reset = {
    token: await mailedToken(email),
    password: 'a third long passcode',
    confirm_password: 'a third long passcode',
  }
  expect((await visitor.post('/api/users/reset-password', reset)).status).toBe(200)
  await signIn(visitor, privateKey, reset.password)
  expect(await kindsOf(visitor)).toEqual([
    'sign_in',
    'reset_used',
    'reset_requested',
    'two_factor_off',
    'recovery_code_used',
    'code_failed',
    'recovery_codes_renewed',
    'two_factor_on',
    'passcode_changed',
    'sign_in',
    'sign_up',
  ])
})

test('a reset by mail does not go around the second factor', async () => {
  const { visitor, privateKey, email } = await signedIn(server)
  await turnOnTwoFactor(visitor, PASSCODE)
  await visitor.post('/api/users/forgot-password', { email })
  const password = 'yet another long passcode'
  const reset = { token: await mailedToken(email), password, confirm_password: password }
  expect((await visitor.post('/api/users/reset-password', reset)).status).toBe(200)
  const { status, body } = await server.visit().post('/api/users/login', { identifier: privateKey, password })
  expect([status, body.code]).toEqual([403, 'two_factor_required'])
})

test('a refresh token that is used again leaves an event', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const stolen = visitor.cookies.get('trefoil_refresh') ?? ''
  await visitor.get('/api/v1/auth/refresh-token')
  await server.database.query(`update session set rotated_at = now() - interval '11 seconds' where id = $1`, [
    stolen.split('.')[0],
  ])
  const thief = server.visit({ from: '127.0.9.9' })
  thief.cookies.set('trefoil_refresh', stolen)
  expect((await thief.get('/api/v1/auth/refresh-token')).status).toBe(401)
  await signIn(visitor, privateKey)
  const [, reused] = await eventsOf(visitor)
  expect(reused).toMatchObject({ kind: 'refresh_token_reused', network: '127.0.9.0/24' })
})

test('a flood of wrong passcodes fills no table, and of strangers nothing is kept', async () => {
  const member = await signedIn(server)
  const count = async () => {
    const statement = `select count(*)::int as rows, count(distinct minute)::int as minutes from auth_event
      where kind = 'sign_in_failed' and account_id = $1`
    return (await server.database.query(statement, [await idOf(member)])).rows[0]
  }
  for (let attempt = 0; attempt < 10; attempt++) await refuse(member.visitor, member.privateKey)
  const { rows, minutes } = await count()
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBe(minutes)
  const all = async () => (await server.database.query('select count(*)::int as n from auth_event')).rows[0].n
  const before = await all()
  expect((await refuse(server.visit(), 'TREF-0000-0000-0000')).status).toBe(401)
  expect(await all()).toBe(before)
})

test('pages continue one another, and are nobody else’s', async () => {
  const { visitor, privateKey } = await signedIn(server)
  for (let turn = 0; turn < 3; turn++) await signIn(visitor, privateKey)
  const first = (await visitor.get(`${EVENTS}?limit=2`)).body.data
  const rest = (await visitor.get(`${EVENTS}?limit=50&cursor=${first.next_cursor}`)).body.data
  expect([...first.events, ...rest.events]).toEqual(await eventsOf(visitor))
  expect(rest.next_cursor).toBeNull()
  const other = await signedIn(server)
  expect((await other.visitor.get(`${EVENTS}?cursor=${first.next_cursor}`)).status).toBe(400)
  expect(await kindsOf(other.visitor)).toEqual(['sign_in', 'sign_up'])
  expect((await server.visit().get(EVENTS)).status).toBe(401)
})

test('operators see a member’s events, members see no console, and a console sign-in is an event of its own', async () => {
  const { olga, anna } = await signInStaff(server)
  const member = await signedIn(server)
  const id = await idOf(member)
  await olga.post(`/api/operator/members/${id}/end-sessions`, { why: 'Because it is a test' })
  const path = `/api/operator/members/${id}/security-events`
  const seen = (await anna.get(path)).body.data.events as Shown[]
  expect(seen.map(({ kind }) => kind)).toEqual(['sessions_ended', 'sign_in', 'sign_up'])
  expect(seen[1]).toMatchObject({ network: '127.0.0.0/24' })
  expect((await (await signedIn(server)).visitor.get(path)).status).toBe(403)
  expect((await kindsOf(olga))[0]).toBe('console_sign_in')
})

test('not even the database’s owner can change an event, and the application cannot delete one', async () => {
  await signedIn(server)
  const { database } = server
  await expect(database.query(`update auth_event set kind = 'sign_in'`)).rejects.toThrow(/only grow/)
  await expect(database.query('delete from auth_event')).rejects.toThrow(/only grow/)
  await expect(database.query('truncate auth_event')).rejects.toThrow(/only grow/)
  const client = await database.connect()
  await client.query('set role trefoil_app')
  for (const statement of ['update auth_event set kind = kind', 'delete from auth_event', 'delete from personal_key'])
    await expect(client.query(statement), statement).rejects.toThrow(/permission denied/)
  await client.query('reset role')
  client.release()
})

test('device and network are nowhere in the clear, and are gone for good once the account’s key is destroyed', async () => {
  const member = await signedIn(server)
  const id = await idOf(member)
  const stored = await server.database.query('select details from auth_event where account_id = $1', [id])
  for (const { details } of stored.rows) expect(details.toString('latin1')).not.toMatch(/127|browser|device/i)
  const db = openDatabase(server.database)
  await db.transaction().execute((tx) => destroyPersonalKey(tx, id))
  await db.transaction().execute((tx) => destroyPersonalKey(tx, id))
  await signIn(member.visitor, member.privateKey)
  await refuse(member.visitor, member.privateKey)
  expect(await eventsOf(member.visitor)).toMatchObject(
    ['sign_in_failed', 'sign_in', 'sign_in', 'sign_up'].map((kind) => ({ kind, device: null, network: null })),
  )
  const revive = `update personal_key set key_box = '\\x00', destroyed_at = null where account_id = $1`
  await expect(server.database.query(revive, [id])).rejects.toThrow(/stays destroyed/)
  await expect(server.database.query('delete from personal_key')).rejects.toThrow(/stays destroyed/)
})

test('metrics count events by kind, also those that the table keeps once a minute', async () => {
  const counted = async (kind: string) => {
    const { body } = await server.visit().get('/metrics')
    return Number(new RegExp(`auth_events_total\\{kind="${kind}"\\} (\\d+)`).exec(body)?.[1])
  }
  const member = await newMember(server)
  const before = { failed: await counted('sign_in_failed'), signIns: await counted('sign_in') }
  for (let attempt = 0; attempt < 3; attempt++) await refuse(member.visitor, member.privateKey)
  await signIn(member.visitor, member.privateKey)
  expect(await counted('sign_in_failed')).toBe(before.failed + 3)
  expect(await counted('sign_in')).toBe(before.signIns + 1)
})
