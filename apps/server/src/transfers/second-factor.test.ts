import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { balancesOf, earner, fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { PASSCODE, signIn } from '../testing/people.ts'
import { shareTestServer, startBeside } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { visitor as visitorOf } from '../testing/visitor.ts'

const server = await shareTestServer()
const recipient = await fundedMember(server, 0)

async function withTwoFactor(dollars: number): Promise<Funded & { secret: string; recoveryCodes: string[] }> {
  const member = await fundedMember(server, dollars)
  return { ...member, ...(await turnOnTwoFactor(member.visitor, PASSCODE)) }
}

const to = (amount: number, more: object = {}) => ({ amount, recipient_id: recipient.referralCode, ...more })

test('with two-factor on, transfers to others need a code from $50 in 24 hours on', async () => {
  const { visitor, id, secret } = await withTwoFactor(500)
  expect((await sendMoney(visitor, to(30))).status).toBe(200)
  expect((await sendMoney(visitor, to(19.99999))).status).toBe(200)
  const asked = await sendMoney(visitor, to(0.01))
  expect([asked.status, asked.body.code]).toEqual([403, 'two_factor_required'])
  const whole = await sendMoney(visitor, to(450))
  expect([whole.status, whole.body.code]).toEqual([403, 'two_factor_required'])
  expect((await balancesOf(visitor)).deposit_balance).toBe(450.00001)

  const wrong = await sendMoney(visitor, to(450, { code: '000000' }))
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_code'])
  const code = codeOf(secret)
  expect((await sendMoney(visitor, to(400, { code }))).status).toBe(200)
  expect((await sendMoney(visitor, to(50, { code }))).body.code).toBe('wrong_code')
  expect((await balancesOf(visitor)).deposit_balance).toBe(50.00001)

  // A day later the sum begins again.
  await asOwner(`update journal set created_at = created_at - interval '24 hours' where source_member = ${id}`)
  expect((await sendMoney(visitor, to(49.99999))).status).toBe(200)
})

test('without two-factor, and for one’s own earnings, no code is asked for', async () => {
  const without = await fundedMember(server, 100)
  expect((await sendMoney(without.visitor, to(100))).status).toBe(200)
  const own = await earner(server, 100)
  const { secret } = await turnOnTwoFactor(own.visitor, PASSCODE)
  const move = { amount: 60, recipient_id: own.referralCode, from: 'available' }
  expect((await sendMoney(own.visitor, move)).status).toBe(200)
  // What was moved within the account has not been sent.
  expect((await sendMoney(own.visitor, to(49))).status).toBe(200)
  expect((await sendMoney(own.visitor, to(11, { code: codeOf(secret) }))).status).toBe(200)
})

test('of many transfers at once, through two servers, no more than the sum leaves without a code', async () => {
  const { visitor } = await withTwoFactor(500)
  const elsewhere = visitorOf((await startBeside(server)).url)
  elsewhere.token = visitor.token
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => sendMoney(index % 2 === 0 ? visitor : elsewhere, to(9))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['two_factor_required']),
  )
  expect((await balancesOf(visitor)).deposit_balance).toBe(455)
})

test('so many small transfers that they are no longer added up need a code', async () => {
  const { visitor } = await withTwoFactor(10)
  for (let sent = 0; sent < 200; sent += 20)
    await Promise.all(
      Array.from({ length: 20 }, async () => expect((await sendMoney(visitor, to(0.01))).status).toBe(200)),
    )
  expect((await sendMoney(visitor, to(0.01))).body.code).toBe('two_factor_required')
})

test('a repeated transfer answers as before, and needs no second code', async () => {
  const { visitor, recoveryCodes } = await withTwoFactor(100)
  const key = randomUUID()
  const body = to(60, { code: recoveryCodes[0] })
  const first = await sendMoney(visitor, body, key)
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect((await sendMoney(visitor, body, key)).body).toEqual(first.body)
  expect((await sendMoney(visitor, to(60), key)).body).toEqual(first.body)
  expect((await balancesOf(visitor)).deposit_balance).toBe(40)
})

test('after a reset by mail, earnings can become impact, and do not go on to another member for a day', async () => {
  const { visitor, privateKey, email, id, referralCode } = await earner(server, 100)
  await server.visit().post('/api/users/forgot-password', { email })
  const token = await resetTokenOf(email)
  const password = 'a wholly different passcode'
  await server.visit().post('/api/users/reset-password', { token, password, confirm_password: password })
  await signIn(visitor, privateKey, password)

  expect((await sendMoney(visitor, { amount: 100, recipient_id: referralCode, from: 'available' })).status).toBe(200)
  const held = await sendMoney(visitor, to(0.01))
  expect([held.status, held.body.code]).toEqual([403, 'security_hold'])
  expect(held.body.message).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect((await balancesOf(visitor)).deposit_balance).toBe(100)

  await server.database.query(`update account set security_hold_until = now() where id = ${id}`)
  expect((await sendMoney(visitor, to(100))).status).toBe(200)
})

async function resetTokenOf(email: string): Promise<string> {
  const token = async () => {
    const { rows } = await server.database.query<{ body: string }>('select body from demo_mail where recipient = $1', [
      email,
    ])
    return rows.flatMap(({ body }) => /reset-password[/#]([\w-]{43})/.exec(body)?.[1] ?? [])[0]
  }
  await until(async () => (await token()) !== undefined)
  return (await token()) ?? ''
}

/** Past the guard of the journals, which nothing else may change. */
async function asOwner(statement: string): Promise<void> {
  const client = await server.database.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}
