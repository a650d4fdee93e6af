import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startTrefoil } from '../start.ts'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { isLong } from '../testing/long-form.ts'
import { newMember, PASSCODE, signedIn, signIn } from '../testing/people.ts'
import { rotateUntil, type RotationOrders } from '../testing/rotation.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import { visitor, type Visitor } from '../testing/visitor.ts'
import { describeStatus } from './secret-words.ts'
import { readStatus, rotate } from './secret.ts'
import { programFile } from '../testing/programs.ts'

/** Each test starts several servers, on a machine that may be busy. */
const SLOW = { timeout: 300_000 }

const OLD = testSettings({}).secret ?? ''
const NEW = 'a newer secret, of more than 32 characters'.replaceAll(',', '')
const BOTH = `${NEW},${OLD}`

/** Another server on the same database, with another secret. */
async function serverWith({ settings }: TestServer, secret: string) {
  const running = await startTrefoil({ ...settings, secret })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await running.stop()
    isStopped = true
  }
  onTestFinished(stop)
  return { url: running.url, visit: () => visitor(running.url), stop }
}

/** The same browser, at another server. */
function moved(from: Visitor, url: string): Visitor {
  const browser = visitor(url)
  browser.token = from.token
  for (const [name, value] of from.cookies) browser.cookies.set(name, value)
  return browser
}

/** As an earlier program wrote it: nothing says which version it needs. */
const asBeforeVersions = ({ database }: TestServer) =>
  database.query(`
    update account set key_box = substring(key_box from 11), key_hash = substring(key_hash from 11),
      totp_box = substring(totp_box from 11);
    update personal_key set key_box = substring(key_box from 11);
    update recovery_code set code_hash = substring(code_hash from 11);
    update session set token_version = null;
    update installation set value = jsonb_build_object('box',
      encode(substring(decode(value ->> 'box', 'base64') from 11), 'base64')) where key = 'deposit key'`)

const profileOf = async (browser: Visitor) => (await browser.get('/api/users/profile')).status
const refresh = async (browser: Visitor) => (await browser.get('/api/v1/auth/refresh-token')).status

test('with a new version in front of the old one, nobody is signed out and every key still works', SLOW, async () => {
  const server = await startTestServer({ secret: BOTH })
  const before = await serverWith(server, OLD)
  const old = { ...server, url: before.url, visit: before.visit }
  const member = await signedIn(old)
  const { secret: totp, recoveryCodes } = await turnOnTwoFactor(member.visitor, PASSCODE)
  const other = await newMember(old)
  await before.stop()
  await asBeforeVersions(server)

  // Access token, refresh token, private key, passcode, authenticator, recovery code, in this order.
  const browser = moved(member.visitor, server.url)
  expect(await profileOf(browser)).toBe(200)
  expect(await refresh(browser)).toBe(200)
  expect(await refresh(browser)).toBe(200)
  const credentials = { identifier: member.privateKey, password: PASSCODE }
  const signInWith = (code: string) => server.visit().post('/api/users/login', { ...credentials, code })
  expect((await signInWith(codeOf(totp))).status).toBe(200)
  expect((await signInWith(recoveryCodes[0] ?? '')).status).toBe(200)
  expect((await signInWith(recoveryCodes[0] ?? '')).status).toBe(422)
  await signIn(server.visit(), other.privateKey)

  await rotate(server.settings)
  expect(await profileOf(browser)).toBe(200)
  expect(await refresh(browser)).toBe(200)
  expect((await signInWith(codeOf(totp, 1))).status).toBe(200)
  expect((await signInWith(recoveryCodes[1] ?? '')).status).toBe(200)
  await signIn(server.visit(), other.privateKey)
  // It shows the key that is sealed.
  const { body } = await browser.get('/api/users/profile')
  expect(body.data.profile.user_pk).toBe(member.privateKey)
})

test('ended in the middle of every step and after each, a rotation goes on, while members sign in', SLOW, async () => {
  const server = await startTestServer({ secret: BOTH })
  const before = await serverWith(server, OLD)
  const members = [
    await newMember({ ...server, visit: before.visit }),
    await newMember({ ...server, visit: before.visit }),
  ]
  await before.stop()
  await asBeforeVersions(server)
  const runs = []
  // One step each, so that it ends at all of them.
  for (let run = 0; runs.at(-1) !== 'done'; run += 1) {
    const at = run % 2 === 0 ? ({ dieAt: 'box', count: 2 } as const) : ({ dieAt: 'step', count: 1 } as const)
    // A process takes seconds to start: the short form kills two, and cuts off the others in this process.
    const end = isLong || run < 2 ? killRotation : cutOffRotation
    runs.push(await end({ databaseUrl: server.settings.databaseUrl ?? '', secret: BOTH, stepRows: 6, ...at }))
    const { privateKey } = members[run % 2] ?? members[0]!
    await signIn(server.visit({ from: `127.0.0.${run + 2}` }), privateKey)
  }
  expect(runs.length).toBeGreaterThan(6)
  const { resealed, versions } = await rotate(server.settings)
  expect(resealed).toBe(0)
  expect(versions.map(({ holds }) => holds.filter(({ ends }) => ends === 'by rotation').length > 0)).toEqual([
    true,
    false,
  ])

  // And the old version is not needed any more.
  const after = await serverWith(server, NEW)
  for (const { privateKey } of members) await signIn(after.visit(), privateKey)
})

type End = 'cut off' | 'done'

async function killRotation(orders: RotationOrders): Promise<End> {
  const child = spawn(process.execPath, [programFile('rotation-child'), JSON.stringify(orders)], { stdio: 'inherit' })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  expect(code ?? 0).toBe(0)
  return signal === 'SIGKILL' ? 'cut off' : 'done'
}

async function cutOffRotation(orders: RotationOrders): Promise<End> {
  const cutOff = new Error('cut off')
  try {
    await rotateUntil(orders, () => {
      throw cutOff
    })
  } catch (error) {
    if (error === cutOff) return 'cut off'
    throw error
  }
  return 'done'
}

test('a start without a version that stored data needs is refused in one sentence', SLOW, async () => {
  const server = await startTestServer({ secret: BOTH })
  const member = await signedIn(server)
  const { recoveryCodes } = await turnOnTwoFactor(member.visitor, PASSCODE)
  expect(recoveryCodes).toHaveLength(10)
  // Some of the data is of each.
  const refused = /^Stored data needs version [0-9a-f]{12} of TREFOIL_SECRET, which is not given/
  await expect(serverWith(server, NEW)).rejects.toThrow(refused)
  await expect(serverWith(server, OLD)).rejects.toThrow(refused)
  const status = await readStatus({ ...server.settings, secret: NEW })
  expect(status.map(({ given, isNewest }) => [given, isNewest])).toEqual([
    [true, true],
    [false, false],
  ])
  expect(describeStatus(status)).toMatch(/Version [0-9a-f]{12}: NOT GIVEN\.\n {2}\d+ private keys\n/)
  const foreign = /made with another secret: start with the TREFOIL_SECRET it had before/
  await expect(serverWith(server, 'a secret that has nothing to do with it')).rejects.toThrow(foreign)
  await asBeforeVersions(server)
  await expect(serverWith(server, NEW)).rejects.toThrow(foreign)
})

test('recovery codes keep their version until they are used or renewed, and the status says so', SLOW, async () => {
  const server = await startTestServer({ secret: BOTH })
  const before = await serverWith(server, OLD)
  const member = await signedIn({ ...server, visit: before.visit })
  const { secret: totp } = await turnOnTwoFactor(member.visitor, PASSCODE)
  await before.stop()
  // Whichever of the two made it: the address counts as verified already.
  await server.database.query('delete from email_verification')
  const [, held] = (await rotate(server.settings)).versions
  expect(held).toMatchObject({ given: true, isNewest: false, removable_from: null })
  expect(held?.holds).toContainEqual({ what: 'recovery codes', count: 10, ends: 'by its owner' })
  await expect(serverWith(server, NEW)).rejects.toThrow(/needs version [0-9a-f]{12}/)

  const browser = moved(member.visitor, server.url)
  const renewed = await browser.post('/api/users/two-factor/recovery-codes', { code: codeOf(totp) })
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200)
  const [, free] = (await rotate(server.settings)).versions
  // Only the session is left, whose refresh token is of before; a refresh replaces it.
  expect(free?.holds.map(({ what, count }) => [what, count])).toEqual([['sessions not seen since', 1]])
  const day = 24 * 60 * 60 * 1000
  expect(Date.parse(free?.removable_from ?? '') - Date.now()).toBeGreaterThan(6.9 * day)
  expect(await refresh(browser)).toBe(200)
  expect((await rotate(server.settings)).versions[1]).toMatchObject({ holds: [] })
  await serverWith(server, NEW)
})

test('a rotation is refused while a server runs that could not read the result', SLOW, async () => {
  const server = await startTestServer()
  await expect(rotate({ ...server.settings, secret: BOTH })).rejects.toThrow(/restart with this TREFOIL_SECRET/)
  // Nor one that would go on sealing with the old one.
  const late = await serverWith(server, `${OLD},${NEW}`)
  await expect(rotate({ ...server.settings, secret: BOTH })).rejects.toThrow(/2 servers are running without version/)
  await late.stop()
})

test('a box that nothing opens is left as it is, counted, and does not hold up the others', SLOW, async () => {
  const server = await startTestServer({ secret: BOTH })
  const { rows } = await server.database.query(
    `update account set totp_box = '\\x0102' where id = (select min(id) from account where totp_box is null) returning id`,
  )
  const { resealed, unreadable } = await rotate(server.settings)
  expect(resealed).toBeGreaterThan(3)
  expect(unreadable).toBe(1)
  const { rows: left } = await server.database.query(`select totp_box from account where id = $1`, [rows[0].id])
  expect(left[0].totp_box).toEqual(Buffer.from('0102', 'hex'))
})
