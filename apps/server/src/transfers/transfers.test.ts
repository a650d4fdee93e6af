import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

test('a transfer by private key or referral code arrives, and both sides see it', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)
  const sent = await sendMoney(sender.visitor, { amount: 30.00001, recipient_id: recipient.privateKey })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  expect(sent.body).toMatchObject({
    success: true,
    data: { recipient: { name: 'Test Person' }, amount: 30.00001, transfer_id: expect.stringMatching(/^transfer-/) },
  })
  expect((await sendMoney(sender.visitor, { amount: 1, recipient_id: recipient.referralCode })).status).toBe(200)
  expect((await balancesOf(sender.visitor)).deposit_balance).toBe(68.99999)
  expect((await balancesOf(recipient.visitor)).deposit_balance).toBe(31.00001)

  const [mine, theirs] = await Promise.all(
    [sender, recipient].map(async ({ visitor }) => (await visitor.get('/api/transfers/history')).body.data.transfers),
  )
  expect(mine.map(({ amount, direction }: never) => [amount, direction])).toEqual([
    [1, 'sent'],
    [30.00001, 'sent'],
  ])
  expect(theirs[1]).toMatchObject({
    _id: sent.body.data.transfer_id,
    direction: 'received',
    counterpart: { id: sent.body.data.transfer_id, name: 'Test Person', email: sender.email },
    amount: 30.00001,
    status: 'completed',
    icon: 'transfer',
  })
  expect(JSON.stringify([mine, theirs])).not.toContain(sender.privateKey)
  expect(JSON.stringify([mine, theirs])).not.toContain(recipient.privateKey)
})

test('earnings can only move into one’s own impact balance', async () => {
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 100)
  const other = await fundedMember(server, 50, { referral_code: sponsor.referralCode })
  await donate(other.visitor, 50)
  const before = await balancesOf(sponsor.visitor)
  expect(before.balance).toBe(6.5)

  const toOther = { amount: 1, from: 'available', recipient_id: other.privateKey }
  expect((await sendMoney(sponsor.visitor, toOther)).body.code).toBe('own_account')
  const toSelf = { amount: 1.5, from: 'available', recipient_id: sponsor.referralCode }
  expect((await sendMoney(sponsor.visitor, toSelf)).status).toBe(200)
  expect(await balancesOf(sponsor.visitor)).toEqual({ balance: 5, deposit_balance: 1.5, stage_balance: 6.5 })
  const { body } = await sponsor.visitor.get('/api/transfers/history')
  expect(body.data.transfers).toHaveLength(1)
  expect(body.data.transfers[0]).toMatchObject({ direction: 'own', amount: 1.5 })
})

test('a bad amount or recipient is refused clearly, and nothing is written', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)
  const frozen = await fundedMember(server, 5)
  await server.database.query('update member_balance set frozen = true where member_id = $1', [frozen.id])
  const to = recipient.privateKey
  const count = async () => (await server.database.query('select count(*) from entry')).rows[0].count
  const before = await count()

  const attempts: [body: string, status: number, code: string][] = [
    [`{"amount":0,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":-1,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":0.000001,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":1.123456,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":NaN,"recipient_id":"${to}"}`, 400, 'invalid_request'],
    [`{"amount":1e400,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":"5","recipient_id":"${to}"}`, 400, 'invalid_request'],
    [`{"amount":null,"recipient_id":"${to}"}`, 400, 'invalid_request'],
    [`{"amount":10000000000.01,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":1e308,"recipient_id":"${to}"}`, 422, 'invalid_amount'],
    [`{"amount":100.00001,"recipient_id":"${to}"}`, 422, 'insufficient_funds'],
    [`{"amount":1,"recipient_id":"${sender.privateKey}"}`, 422, 'own_account'],
    [`{"amount":1,"recipient_id":"tf0000000000000000000000000000"}`, 422, 'unknown_recipient'],
    [`{"amount":1,"recipient_id":"0000-0000"}`, 422, 'unknown_recipient'],
    [`{"amount":1,"recipient_id":"' or true --"}`, 422, 'unknown_recipient'],
    [`{"amount":1,"recipient_id":"${frozen.privateKey}"}`, 422, 'unknown_recipient'],
    [`{"amount":1,"recipient_id":"${to}","from":"held"}`, 400, 'invalid_request'],
    [`{"amount":1,"recipient_id":"${to}","extra":1}`, 400, 'invalid_request'],
  ]
  for (const [body, status, code] of attempts) {
    const answer = await sender.visitor.send('POST', '/api/transfers/process', { body })
    expect([answer.status, answer.body.code], body).toEqual([status, code])
    expect(JSON.stringify(answer.body), body).not.toContain('Test Person')
  }
  const byFrozen = await sendMoney(frozen.visitor, { amount: 1, recipient_id: to })
  expect([byFrozen.status, byFrozen.body.code]).toEqual([403, 'frozen'])
  expect(await count()).toBe(before)
  expect((await balancesOf(sender.visitor)).deposit_balance).toBe(100)
})

test('an unknown and a malformed recipient get the same answer', async () => {
  const sender = await fundedMember(server, 10)
  const unknown = await sendMoney(sender.visitor, { amount: 1, recipient_id: '0000-0000' })
  const malformed = await sendMoney(sender.visitor, { amount: 1, recipient_id: 'nobody at all' })
  expect(malformed.body).toEqual(unknown.body)
})

test('a history is paged without gaps or repeats, and a cursor works for its own history only', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 100)
  const amounts = Array.from({ length: 25 }, (_, index) => index + 1)
  for (const [index, amount] of amounts.entries()) {
    const [from, to] = index % 2 === 0 ? [sender, recipient] : [recipient, sender]
    expect((await sendMoney(from.visitor, { amount, recipient_id: to.referralCode })).status).toBe(200)
  }
  const seen: number[] = []
  let cursor = ''
  do {
    const { body } = await sender.visitor.get(`/api/transfers/history?limit=7${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.transfers.map(({ amount }: { amount: number }) => amount))
    cursor = body.data.next_cursor ?? ''
    if (cursor) {
      expect((await recipient.visitor.get(`/api/transfers/history?cursor=${cursor}`)).status).toBe(400)
      expect((await sender.visitor.get(`/api/donations/history?cursor=${cursor}`)).status).toBe(400)
    }
  } while (cursor)
  expect(seen).toEqual(amounts.toReversed())

  const descriptions: string[] = []
  do {
    const { body } = await sender.visitor.get(`/api/activities/history?limit=4${cursor && `&cursor=${cursor}`}`)
    descriptions.push(...body.data.activities.map(({ description }: { description: string }) => description))
    cursor = body.data.next_cursor ?? ''
  } while (cursor)
  // 25 transfers, one deposit, one joining.
  expect(descriptions).toHaveLength(27)
  expect(descriptions[0]).toBe('Transfer to Test Person')
  expect(descriptions[1]).toBe('Transfer from Test Person')
  for (const bad of ['cursor=x', 'limit=0', 'limit=201', 'limit=x', 'page=2'])
    expect((await sender.visitor.get(`/api/transfers/history?${bad}`)).status, bad).toBe(400)
  await expectNoViolation(db)
})

test('a repeated request gets the first reply, even if the recipient’s name needs quoting', async () => {
  const sender = await fundedMember(server, 10)
  const recipient = await fundedMember(server, 0)
  const name = String.raw`Ann "{O'Brien}", \ and NULL`
  await server.database.query('update account set name = $2 where id = $1', [recipient.id, name])
  const body = { amount: 1, recipient_id: recipient.referralCode }
  const first = await sendMoney(sender.visitor, body, 'quoted-name')
  expect(first.body.data.recipient.name).toBe(name)
  const again = await sendMoney(sender.visitor, body, 'quoted-name')
  expect(again.body).toEqual(first.body)
  expect((await balancesOf(sender.visitor)).deposit_balance).toBe(9)
})
