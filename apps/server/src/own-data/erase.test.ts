import { randomUUID } from 'node:crypto'
import type { TeamMember } from '@trefoil/contract/network'
import { expect, test } from 'vitest'
import { PERSONAL_DATA } from '../db/personal-data.ts'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { balancesOf, donate, earner, fund, fundedMember, sendMoney, withdraw, type Funded } from '../testing/money.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { newMember, PASSCODE } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const { olga } = await signInStaff(server)

const WALLET = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'
const ask = (visitor: Visitor, changes: object = {}) =>
  visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE', ...changes })
const erase = async (member: Funded, changes: object = {}) => {
  const { status, body } = await ask(member.visitor, changes)
  expect(status, JSON.stringify(body)).toBe(200)
}
const rename = ({ id }: Funded, name: string) =>
  server.database.query('update account set name = $2 where id = $1', [id, name])

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await server.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await server.database.query(`select to_jsonb(t)::text as row from "${name}" t`)
      return rows.map(({ row }) => `${name} ${row}`).join('\n')
    }),
  )
  return parts.join('\n')
}

test('nothing in the database tells who an erased member was', async () => {
  const sponsor = await fundedMember(server, 30)
  const name = `Vera ${randomUUID()}`
  const email = `${randomUUID()}@example.org`
  const agent =
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Safari/537.36'
  const device = 'Samsung Internet on Android'
  const visitor = server.visit({ from: '127.0.0.77' })
  const { body } = await visitor.post('/api/users/register', {
    name,
    email,
    password: PASSCODE,
    referral_code: sponsor.referralCode,
  })
  const { user_pk: key, referral_code: code } = body.user
  const signed = await visitor.send('POST', '/api/users/login', {
    body: JSON.stringify({ identifier: key, password: PASSCODE }),
    headers: { 'user-agent': agent },
  })
  visitor.token = signed.body.token
  const { rows: ids } = await server.database.query('select id from account where email = $1', [email])
  const member: Funded = { visitor, privateKey: key, email, referralCode: code, id: ids[0].id }
  await visitor.put('/api/users/profile', { wallet_address: WALLET })
  await fund(server, member.id, 30)
  await donate(visitor, 10)
  await sendMoney(visitor, { amount: 12, recipient_id: sponsor.referralCode }, 'to-sponsor')
  await sendMoney(sponsor.visitor, { amount: 1, recipient_id: code }, 'from-sponsor')
  await server.visit().post('/api/users/forgot-password', { email })
  await visitor.post('/api/users/data/export', { password: PASSCODE })
  const raised = await olga.post('/api/operator/proposals/adjustment', {
    member: member.id,
    account: 'impact',
    amount: -1,
    why: 'A test',
  })
  expect(raised.status, JSON.stringify(raised.body)).toBe(200)
  await until(async () => (await visitor.get('/api/users/data/export')).body.data.state === 'ready')
  await until(async () => {
    const { rows } = await server.database.query(`select from mail_outbox where state in ('queued', 'failed')`)
    return rows.length === 0
  })
  const before = await wholeDatabase()
  for (const trace of [name, email, device, WALLET, code]) expect(before, trace).toContain(trace)

  await erase(member, { donate_rest: true })
  const after = (await wholeDatabase()).split('\n')
  for (const trace of [name, email, device, WALLET, code])
    expect(
      after.filter((row) => row.toLowerCase().includes(trace.toLowerCase())),
      trace,
    ).toEqual([])
  // Limits count addresses by themselves, and forget them within a day.
  expect(after.filter((row) => row.includes('127.0.0.77') && !row.startsWith('rate_limit'))).toEqual([])
  const { rows } = await server.database.query('select * from personal_key where account_id = $1', [member.id])
  expect(rows).toMatchObject([{ key_box: null }])
  // Every table that is erased by rows has none of theirs.
  for (const [table, { columns, owned }] of Object.entries(PERSONAL_DATA)) {
    if (owned === null || !Object.values(columns).every((held) => held !== 'kept')) continue
    if (['account', 'personal_key', 'auth_event'].includes(table) || !Object.values(columns).includes('personal'))
      continue
    const { rows: left } = await server.database.query(
      `select from "${table}" where ${owned.replaceAll('$1', String(member.id))}`,
    )
    expect(left, table).toHaveLength(0)
  }
  await expectNoViolation(db)
})

test('an erased member is gone: no session, sign-in, reset, transfer or sign-up with their code', async () => {
  const member = await fundedMember(server, 0)
  const friend = await fundedMember(server, 5)
  await erase(member)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  expect((await member.visitor.get('/api/v1/auth/refresh-token')).status).toBe(401)
  const again = { identifier: member.privateKey, password: PASSCODE }
  expect(await server.visit().post('/api/users/login', again)).toMatchObject({
    status: 401,
    body: { code: 'wrong_credentials' },
  })
  const { rows } = await server.database.query('select referral_code from member where id = $1', [member.id])
  const newCode = rows[0].referral_code
  expect(newCode).not.toBe(member.referralCode)
  for (const code of [member.referralCode, newCode]) {
    const signUp = { name: 'Late', email: `${randomUUID()}@example.org`, password: PASSCODE, referral_code: code }
    expect(await server.visit({ from: '127.0.0.9' }).post('/api/users/register', signUp)).toMatchObject({
      status: 422,
      body: { code: 'unknown_referral_code' },
    })
    expect(await sendMoney(friend.visitor, { amount: 1, recipient_id: code })).toMatchObject({
      status: 422,
      body: { code: 'unknown_recipient' },
    })
  }
  expect((await sendMoney(friend.visitor, { amount: 1, recipient_id: member.privateKey })).status).toBe(422)
  // Their address is free again.
  const { status } = await server.visit({ from: '127.0.0.10' }).post('/api/users/register', {
    name: 'Somebody new',
    email: member.email,
    password: PASSCODE,
    referral_code: null,
  })
  expect(status).toBe(200)
})

test('sponsor, team, search and console show a former member, and what they did stays', async () => {
  const sponsor = await fundedMember(server, 50)
  await donate(sponsor.visitor, 10)
  const member = await fundedMember(server, 20, { referral_code: sponsor.referralCode })
  const below = await fundedMember(server, 20, { referral_code: member.referralCode })
  await rename(member, 'Mona Gone')
  await donate(member.visitor, 10)
  await sendMoney(member.visitor, { amount: 10, recipient_id: sponsor.referralCode })
  await erase(member)

  const [referral] = (await sponsor.visitor.get('/api/users/referrals')).body.data.referrals
  expect(referral).toMatchObject({ name: 'Former member', email: null, stage: 1 })
  const team = (await sponsor.visitor.get('/api/users/team-tree')).body.data as TeamMember[]
  expect(team.map(({ name, email, referred_by: by }) => [name, email, by.name, by.email])).toEqual([
    ['Former member', null, 'Test Person', sponsor.email],
    ['Test Person', below.email, 'Former member', null],
  ])
  const tree = (await sponsor.visitor.get('/api/users/team-tree-chain')).body.data
  const node = tree.children.left
  expect(node).toMatchObject({ name: 'Former member', team_size: 1 })
  expect((await sponsor.visitor.get(`/api/users/team-tree-chain?root=${node.ref}`)).body.data.name).toBe(
    'Former member',
  )
  const search = async (q: string) => (await sponsor.visitor.get(`/api/users/team-search?q=${q}`)).body.data.members
  expect(await search('Former')).toMatchObject([{ name: 'Former member', email: null }])
  expect(await search(below.email)).toMatchObject([{ path: [node.ref] }])
  expect(await search('Mona')).toEqual([])
  const [sent] = (await sponsor.visitor.get('/api/transfers/history')).body.data.transfers
  expect(sent.counterpart).toMatchObject({ name: 'Former member', email: null })
  const history = (await sponsor.visitor.get('/api/activities/history')).body.data.activities
  const told = history.map(({ description }: { description: string }) => description)
  expect(told).toEqual(
    expect.arrayContaining([
      'Former member joined with your referral code',
      'Transfer from Former member',
      `Share of Former member's donation (sponsor)`,
    ]),
  )
  expect((await below.visitor.get('/api/users/details')).body.data.sponsor).toMatchObject({ name: 'Former member' })

  const view = await olga.get(`/api/operator/members/${member.id}`)
  expect(view).toMatchObject({ status: 200, body: { data: { member: { name: 'Former member', role: 'former' } } } })
  expect(view.body.data.balances).toMatchObject({ impact: 0, available: 0, total_donated: 10 })
  const found = (await olga.get(`/api/operator/members?q=${member.id}`)).body.data.members
  // An address of somebody else may contain the same digits.
  expect(found).toContainEqual(expect.objectContaining({ id: member.id, role: 'former' }))
})

test('later shares of an erased member go to the cause, and the books stay right', async () => {
  const member = await fundedMember(server, 50)
  await donate(member.visitor, 50)
  const below = await fundedMember(server, 200, { referral_code: member.referralCode })
  await donate(below.visitor, 10)
  // The sponsor's 10 % and the first level's 3 %.
  expect(await balancesOf(member.visitor)).toMatchObject({ balance: 1.3 })
  await erase(member, { donate_rest: true })
  const donated = await donate(below.visitor, 100)
  expect(donated.status).toBe(200)
  const { rows } = await server.database.query(
    `select division_of(d) as division from donation d join journal j on j.id = d.journal_id where j.reference = $1`,
    [donated.body.data.donation_id],
  )
  const shares = rows[0].division as { share: string; member: number | null; due: number; paid: number; cut: string }[]
  expect(shares.filter((share) => share.member === member.id)).toMatchObject([
    { share: 'sponsor', due: 10, paid: 0, cut: 'member_left' },
    { share: 'level_1', due: 3, paid: 0, cut: 'member_left' },
  ])
  expect(shares.reduce((sum, { paid }) => sum + paid, 0)).toBeCloseTo(100, 5)
  const { rows: balance } = await server.database.query('select * from member_balance where member_id = $1', [
    member.id,
  ])
  expect(balance).toMatchObject([{ impact: '0', available: '0', held: '0', closed: true, total_earned: '130000' }])
  await expectNoViolation(db)
})

test('operators can credit nothing to a former member, and reverse nothing in their favour', async () => {
  const member = await fundedMember(server, 30)
  const friend = await fundedMember(server, 0)
  const sent = await sendMoney(member.visitor, { amount: 30, recipient_id: friend.referralCode })
  await erase(member)
  const adjustment = { member: member.id, account: 'impact', amount: 1, why: 'A test' }
  expect(await olga.post('/api/operator/proposals/adjustment', adjustment)).toMatchObject({ status: 409 })
  const { rows } = await server.database.query('select id from journal where reference = $1', [
    sent.body.data.transfer_id,
  ])
  const reversal = { journal: Number(rows[0].id), operations_bears: false, why: 'A test' }
  expect(await olga.post('/api/operator/proposals/reversal', reversal)).toMatchObject({ status: 409 })
  await expectNoViolation(db)
})

test('it is refused while money is left, with what to do first, and nothing changes', async () => {
  const rich = await earner(server, 25)
  expect(await ask(rich.visitor, { donate_rest: true })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^First withdraw the \$25\.00000 that you have available\. At most \$10/) },
  })
  const giver = await fundedMember(server, 10.00001)
  expect((await ask(giver.visitor, { donate_rest: true })).body.message).toMatch(
    /^First donate or send the \$10\.00001/,
  )
  await withdraw(rich.visitor)
  await sendMoney(rich.visitor, { amount: 5, recipient_id: rich.referralCode, from: 'available' })
  expect((await ask(rich.visitor, { donate_rest: true })).body.message).toMatch(/A withdrawal of \$20\.00000 is open/)
  const small = await fundedMember(server, 0.5)
  expect((await ask(small.visitor)).body.message).toMatch(/There is \$0\.50000 left\. Agree to donate it/)
  for (const { visitor } of [rich, giver, small]) expect((await visitor.get('/api/users/profile')).status).toBe(200)
  await erase(small, { donate_rest: true })
  const { rows } = await server.database.query(
    `select reason, amount, target_member from journal where source_member = $1 order by id desc limit 1`,
    [small.id],
  )
  expect(rows).toEqual([{ reason: 'closing', amount: '50000', target_member: -1 }])
})

test('it takes the word, the passcode and the second factor, and a deposit on its way delays it', async () => {
  const member = await fundedMember(server, 0)
  const { secret } = await turnOnTwoFactor(member.visitor, PASSCODE)
  expect(await ask(member.visitor, { confirmation: 'erase' })).toMatchObject({ status: 400 })
  expect(await ask(member.visitor, { password: 'wrong' })).toMatchObject({ status: 422 })
  expect(await ask(member.visitor)).toMatchObject({ status: 403, body: { code: 'two_factor_required' } })
  const { body } = await member.visitor.post('/api/wallet/generate')
  await server.database.query(
    `insert into deposit (chain_id, transaction, ordinal, block_number, block_hash, address, member_id, sender, value, credited, remainder)
     values (1, 'on its way', 0, 0, '', $1, $2, '', 1, 1, 0)`,
    [body.data.wallet_address, member.id],
  )
  expect((await ask(member.visitor, { code: codeOf(secret) })).body.message).toMatch(/A deposit of yours is on its way/)
  await server.database.query(`delete from deposit where transaction = 'on its way'`)
  await server.database.query(`update account set security_hold_until = now() + interval '1 hour' where id = $1`, [
    member.id,
  ])
  expect(await ask(member.visitor, { code: codeOf(secret, 1) })).toMatchObject({
    status: 403,
    body: { code: 'security_hold', message: expect.stringMatching(/nothing can be erased until .* UTC/) },
  })
})

test('operators cannot be erased', async () => {
  expect(await ask(olga)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await olga.get('/api/operator/settings')).status).toBe(200)
  expect(await ask(server.visit())).toMatchObject({ status: 401 })
  const unsigned = await newMember(server, { from: '127.0.0.11' })
  expect((await ask(unsigned.visitor)).status).toBe(401)
})

test('the same erasure from two windows happens once', async () => {
  const member = await fundedMember(server, 1)
  const answers = await Promise.all([1, 2, 3].map(() => ask(member.visitor, { donate_rest: true })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await expectNoViolation(db)
})
