import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { LOCKS } from '../db/database.ts'
import { PERSONAL_DATA } from '../db/personal-data.ts'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { donate, earner, fundedMember, sendMoney, withdraw, type Funded } from '../testing/money.ts'
import { PASSCODE, signIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const PATH = '/api/users/data/export'

const stateOf = async (visitor: Visitor) => (await visitor.get(PATH)).body.data

async function download(visitor: Visitor): Promise<Record<string, string>> {
  const response = await fetch(new URL(`${PATH}?file=zip`, server.url), {
    headers: { authorization: `Bearer ${visitor.token}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="trefoil-data.zip"')
  expect(response.headers.get('cache-control')).toContain('no-store')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(bytes).toHaveLength((await stateOf(visitor)).bytes)
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
}

async function exported(visitor: Visitor, proof: object = { password: PASSCODE }): Promise<Record<string, string>> {
  const asked = await visitor.post(PATH, proof)
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await until(async () => (await stateOf(visitor)).state === 'ready')
  return download(visitor)
}

const nameOf = ({ id }: Funded, name: string) =>
  server.database.query('update account set name = $2 where id = $1', [id, name])

test('an export has everything that is held about its owner, twice, and no secret', async () => {
  const other = await fundedMember(server, 0)
  const member = await earner(server, 40)
  await nameOf(member, '=HYPERLINK("x")')
  await nameOf(other, 'Otto Other')
  await member.visitor.put('/api/users/profile', { wallet_address: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984' })
  await sendMoney(member.visitor, { amount: 20, recipient_id: member.referralCode, from: 'available' })
  await sendMoney(member.visitor, { amount: 2.5, recipient_id: other.referralCode })
  expect((await donate(member.visitor, 10)).status).toBe(200)
  expect((await withdraw(member.visitor)).status).toBe(200)
  const files = await exported(member.visitor)

  const tables = Object.entries(PERSONAL_DATA).filter(
    ([, { owned, columns }]) =>
      owned !== null && Object.values(columns).some((held) => ['personal', 'kept', 'sealed'].includes(held)),
  )
  const names = ['history', 'transfers', ...tables.map(([table]) => `tables/${table}`)]
  expect(Object.keys(files).toSorted()).toEqual(
    ['README.txt', 'profile.json', ...names.flatMap((name) => [`${name}.json`, `${name}.csv`])].toSorted(),
  )
  const rowsOf = (name: string): Record<string, unknown>[] => JSON.parse(files[`${name}.json`]!)
  for (const name of names) {
    // A line break inside a cell is quoted; nothing here has one.
    const lines = files[`${name}.csv`]!.split('\r\n').length - 1
    expect(lines, name).toBe(rowsOf(name).length === 0 ? 0 : rowsOf(name).length + 1)
  }
  expect(JSON.parse(files['profile.json']!)).toMatchObject({
    profile: { email: member.email, user_pk: member.privateKey, referral_code: member.referralCode },
    balances: { deposit_balance: 7.5, balance: 0 },
    place: { sponsor: { name: expect.any(String) } },
  })
  expect(rowsOf('history').map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      'Donation of $10.00000 to The cause',
      'Transfer to Otto Other',
      'Withdrawal of $20.00000 requested',
    ]),
  )
  expect(rowsOf('transfers')).toMatchObject([
    { counterpart: { name: 'Otto Other' }, amount: 2.5 },
    { direction: 'own' },
  ])
  expect(rowsOf('tables/session')[0]).toMatchObject({ address: '127.0.0.1' })
  expect(rowsOf('tables/auth_event').find(({ kind }) => kind === 'sign_in')?.['details']).toMatchObject({
    device: expect.any(String),
  })
  expect(rowsOf('tables/withdrawal')).toMatchObject([{ amount: '2000000', state: 'requested' }])
  expect(rowsOf('tables/mail_outbox').map(({ kind }) => kind)).toContain('new address')
  expect(rowsOf('tables/entry').length).toBeGreaterThan(4)
  expect(files['tables/account.csv']).toContain(`"'=HYPERLINK(""x"")"`)

  const { rows } = await server.database.query('select * from account where id = $1', [member.id])
  const { rows: sessions } = await server.database.query('select * from session where account_id = $1', [member.id])
  const everything = Object.values(files).join('\n')
  for (const secret of [
    rows[0].passcode_hash,
    rows[0].key_hash.toString('hex'),
    sessions[0].seed.toString('hex'),
    sessions[0].id,
  ])
    expect(everything.includes(secret)).toBe(false)
})

test('the file is the owner’s alone, also in the database', async () => {
  const member = await fundedMember(server, 1)
  const other = await fundedMember(server, 0)
  await exported(member.visitor)
  expect(await stateOf(other.visitor)).toMatchObject({ state: 'none', bytes: null })
  expect(await other.visitor.get(`${PATH}?file=zip`)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
  expect(await other.visitor.get(`${PATH}?file=zip&account=${member.id}`)).toMatchObject({ status: 400 })
  expect(await server.visit().get(`${PATH}?file=zip`)).toMatchObject({ status: 401 })
  const { rows } = await server.database.query('select content from data_export_part where account_id = $1', [
    member.id,
  ])
  expect(rows.length).toBeGreaterThan(0)
  for (const { content } of rows) expect(content.subarray(0, 2).toString()).not.toBe('PK')
})

test('only the session that asked for it has the file; another one is told so, and asks for its own', async () => {
  const member = await fundedMember(server, 1)
  await exported(member.visitor)
  const later = server.visit()
  await signIn(later, member.privateKey)
  expect(await stateOf(later)).toEqual({
    state: 'elsewhere',
    percent: 0,
    bytes: null,
    expires_at: null,
    requested_at: expect.any(String),
  })
  expect(await later.get(`${PATH}?file=zip`)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: expect.stringContaining('another session') },
  })
  expect(await stateOf(member.visitor)).toMatchObject({ state: 'ready' })

  await exported(later)
  expect(await stateOf(member.visitor)).toMatchObject({ state: 'elsewhere' })
  expect(await member.visitor.get(`${PATH}?file=zip`)).toMatchObject({ status: 403 })
})

test('one that is still being made goes to the session that asked last', async () => {
  const member = await fundedMember(server, 1)
  await exported(member.visitor)
  const later = server.visit()
  await signIn(later, member.privateKey)
  const worker = await server.database.connect()
  try {
    // As if a worker were at it.
    await worker.query('begin')
    await worker.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.exports, member.id])
    expect((await member.visitor.post(PATH, { password: PASSCODE })).body.data).toMatchObject({ state: 'waiting' })
    expect(await stateOf(later)).toMatchObject({ state: 'elsewhere' })
    expect((await later.post(PATH, { password: PASSCODE })).body.data).toMatchObject({ state: 'waiting' })
    expect(await stateOf(member.visitor)).toMatchObject({ state: 'elsewhere' })
  } finally {
    await worker.query('rollback')
    worker.release()
  }
  await until(async () => (await stateOf(later)).state === 'ready')
  expect((await download(later))['profile.json']).toContain(member.email)
})

test('a session that ended takes its file along, and what was being made for it', async () => {
  const member = await fundedMember(server, 1)
  const later = server.visit()
  await signIn(later, member.privateKey)
  await exported(later)
  const parts = async () =>
    (await server.database.query('select from data_export_part where account_id = $1', [member.id])).rowCount
  expect(await parts()).toBeGreaterThan(0)
  expect((await later.post('/api/users/logout')).status).toBe(200)
  expect(await stateOf(member.visitor)).toMatchObject({ state: 'none' })
  expect(await parts()).toBe(0)
  expect((await exported(member.visitor))['profile.json']).toContain(member.email)
})

test('it takes the passcode, and the second factor when it is on', async () => {
  const member = await fundedMember(server, 0)
  const { secret } = await turnOnTwoFactor(member.visitor, PASSCODE)
  expect(await member.visitor.post(PATH, { password: 'not the passcode' })).toMatchObject({
    status: 422,
    body: { code: 'wrong_passcode' },
  })
  expect(await member.visitor.post(PATH, { password: PASSCODE })).toMatchObject({
    status: 403,
    body: { code: 'two_factor_required' },
  })
  expect(await stateOf(member.visitor)).toMatchObject({ state: 'none' })
  const files = await exported(member.visitor, { password: PASSCODE, code: codeOf(secret) })
  expect(files['README.txt']).toContain('Everything')
  // What it says about the private key is so.
  expect(files['README.txt']).toContain('profile.json also has your private key')
  expect(JSON.parse(files['profile.json']!).profile.user_pk).toBe(member.privateKey)
  for (const [name, content] of Object.entries(files))
    if (name !== 'profile.json') expect(content.includes(member.privateKey), name).toBe(false)
  expect(Object.values(files).join('')).not.toContain(secret)
})

test('it expires, and three can be asked for in a day', async () => {
  const member = await fundedMember(server, 0)
  for (let turn = 1; turn <= 3; turn += 1) await exported(member.visitor)
  expect(await member.visitor.post(PATH, { password: PASSCODE })).toMatchObject({ status: 429 })
  expect(await stateOf(member.visitor)).toMatchObject({ state: 'ready', percent: 100 })
  await server.database.query(`update data_export set expires_at = now() - interval '1 second' where account_id = $1`, [
    member.id,
  ])
  expect(await stateOf(member.visitor)).toMatchObject({ state: 'none' })
  expect(await member.visitor.get(`${PATH}?file=zip`)).toMatchObject({ status: 409 })
})

test('one that a server left half-way is made anew', async () => {
  const member = await fundedMember(server, 0)
  await exported(member.visitor)
  // As a process leaves it that was killed after a few parts.
  await server.database.query(
    `with parts as (insert into data_export_part select account_id, number + 1000, content from data_export_part where account_id = $1)
     update data_export set state = 'waiting', bytes = null, expires_at = null, percent = 40 where account_id = $1`,
    [member.id],
  )
  await until(async () => (await stateOf(member.visitor)).state === 'ready')
  expect((await download(member.visitor))['profile.json']).toContain(member.email)
  const { rows } = await server.database.query(
    'select max(number) + 1 = count(*) as gapless from data_export_part where account_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ gapless: true }])
})

test('one that was deleted and asked for again while it was made is made anew', async () => {
  const member = await fundedMember(server, 0)
  const other = await server.database.connect()
  try {
    await other.query('begin')
    await other.query('lock table data_export_part in access exclusive mode')
    expect((await member.visitor.post(PATH, { password: PASSCODE })).status).toBe(200)
    // The worker has begun.
    await until(async () => {
      const { rows } = await server.database.query('select attempts from data_export where account_id = $1', [
        member.id,
      ])
      return rows[0]?.attempts === 1
    })
    await other.query(
      `with before as (delete from data_export where account_id = $1 returning session_id)
       select set_config('test.session', session_id::text, true) from before`,
      [member.id],
    )
    await other.query(
      `insert into data_export (account_id, session_id) values ($1, current_setting('test.session')::uuid)`,
      [member.id],
    )
    await other.query('commit')
  } finally {
    other.release()
  }
  await until(async () => (await stateOf(member.visitor)).state === 'ready')
  const { rows } = await server.database.query('select attempts from data_export where account_id = $1', [member.id])
  expect(rows).toEqual([{ attempts: 1 }])
})

test('operators can have theirs, too', async () => {
  const { anna } = await signInStaff(server)
  const sample = (await server.visit().get('/api/settings/public')).body.data.demo.sign_ins.find(
    ({ name }: { name: string }) => name.startsWith('Anna'),
  )
  expect(await anna.post(PATH, { password: sample.passcode })).toMatchObject({ body: { code: 'two_factor_required' } })
})
