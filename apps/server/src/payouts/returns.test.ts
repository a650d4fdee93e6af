import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, earner, fundedMember, sendMoney, withdraw, type Funded } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { offerReturns, returnDeposit } from '../testing/returns.ts'
import { journalOf, reversing } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const staff = await signInStaff(server)

const returnable = async ({ visitor }: Funded): Promise<number> =>
  (await visitor.get('/api/users/profile')).body.data.limits.returnable
const newest = async ({ visitor }: Funded) =>
  (await visitor.get('/api/transactions/history?type=Withdrawal')).body.data.transactions[0]

test('nothing is returned until the programme offers it', async () => {
  const member = await fundedMember(server, 50)
  expect(await returnable(member)).toBe(0)
  const refused = await returnDeposit(member.visitor)
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
  await offerReturns(server.database)
  expect(await returnable(member)).toBe(50)
})

test('what others sent is not returned, and what was spent is spent of that first', async () => {
  const member = await fundedMember(server, 50)
  const friend = await fundedMember(server, 30)
  expect((await sendMoney(friend.visitor, { amount: 30, recipient_id: member.privateKey })).status).toBe(200)
  expect([await returnable(member), await returnable(friend)]).toEqual([50, 0])
  const tooMuch = await returnDeposit(member.visitor, { amount: 50.00001 })
  expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'insufficient_funds'])
  await donate(member.visitor, 40)
  expect([await returnable(member), (await balancesOf(member.visitor)).deposit_balance]).toEqual([40, 40])
  await expectNoViolation(db)
})

test('a return is held, waits for an operator, and goes out as a withdrawal; one below the minimum goes whole', async () => {
  const member = await fundedMember(server, 25)
  const { visitor } = member
  const to = randomAddress()
  await visitor.put('/api/users/wallet', { wallet_address: to })
  const asked = await returnDeposit(visitor, { amount: 20, withdrawal_address: to })
  expect(asked.body).toMatchObject({ message: 'Your return of $20.00000 was requested.', data: { status: 2 } })
  expect([await returnable(member), (await balancesOf(visitor)).deposit_balance]).toEqual([5, 5])
  await until(async () => (await newest(member)).description === 'Waiting for approval')
  const queue = (await staff.olga.get('/api/operator/withdrawals')).body.data.withdrawals
  const { withdrawal_id: id } = asked.body.data
  expect(queue.find((one: { id: string }) => one.id === id)).toMatchObject({
    source: 'impact',
    waits_for: 'deposit_return',
    flags: expect.arrayContaining(['deposit_return']) as unknown,
  })
  expect((await staff.olga.post(`/api/operator/withdrawals/${id}/approve`, { why: 'Theirs' })).status).toBe(200)
  await until(async () => (await newest(member)).status === 1)
  expect(await newest(member)).toMatchObject({ type: 'Withdrawal', amount: 20, address: to })
  const { stats } = (await visitor.get('/api/users/profile')).body.data
  expect(stats).toMatchObject({ total_deposit: 25, total_withdraw: 20 })
  const { activities } = (await visitor.get('/api/activities/history')).body.data
  expect(activities[0]).toMatchObject({ type: 'Withdrawal', description: 'Return of $20.00000 requested' })

  expect((await returnDeposit(visitor, { amount: 4 })).body.code).toBe('below_minimum')
  expect((await returnDeposit(visitor, { amount: 5 })).status).toBe(200)
  expect(await returnable(member)).toBe(0)
  await expectNoViolation(db)
})

test('what is cancelled or refused is back where it came from, and can be returned again', async () => {
  const member = await fundedMember(server, 50)
  const cancelled = await returnDeposit(member.visitor)
  const cancel = `/api/transactions/withdrawal/${cancelled.body.data.withdrawal_id}/cancel`
  expect((await member.visitor.post(cancel)).body.message).toContain('in your impact balance again')
  expect((await newest(member)).description).toBe('Cancelled by you, the amount is in your impact balance again')
  const refused = await returnDeposit(member.visitor)
  const refuse = `/api/operator/withdrawals/${refused.body.data.withdrawal_id}/refuse`
  expect((await staff.olga.post(refuse, { why: 'Ask again tomorrow' })).status).toBe(200)
  expect((await newest(member)).description).toContain('in your impact balance again: Ask again tomorrow')
  expect(await balancesOf(member.visitor)).toMatchObject({ deposit_balance: 50, balance: 0 })
  expect(await returnable(member)).toBe(50)
  await expectNoViolation(db)
})

test('a return is submitted once, and its key is not a withdrawal’s', async () => {
  const member = await fundedMember(server, 50)
  const order = { withdrawal_address: randomAddress() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => returnDeposit(member.visitor, order, 'same')))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await returnable(member)).toBe(30)
  expect((await withdraw(member.visitor, order, 'same')).body.code).toBe('idempotency_conflict')
})

test('of 40 returns of one deposit at once, among donations of it, no more leaves than was there', async () => {
  const member = await fundedMember(server, 100)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 4 === 3 ? donate(member.visitor, 10) : returnDeposit(member.visitor),
    ),
  )
  expect(
    answers.every(({ status, body }) => status === 200 || body.code === 'insufficient_funds' || status === 422),
  ).toBe(true)
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(0)
  await expectNoViolation(db)
})

test('refused: a frozen member, one of our own addresses, a member with earnings only', async () => {
  const member = await fundedMember(server, 50)
  const { parameters } = (await member.visitor.post('/api/wallet/generate')).body.data
  const ours = await returnDeposit(member.visitor, { withdrawal_address: parameters.treasury })
  expect([ours.status, ours.body.code]).toEqual([422, 'invalid_address'])
  await server.database.query('update member_balance set frozen = true where member_id = $1', [member.id])
  expect((await returnDeposit(member.visitor)).body.code).toBe('frozen')
  const earns = await earner(server, 50)
  expect((await returnDeposit(earns.visitor)).body.code).toBe('insufficient_funds')
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(50)
})

test('what a reversed donation or transfer had taken can be returned again, and no more', async () => {
  const { propose, agree } = reversing(staff)
  const member = await fundedMember(server, 50)
  const friend = await fundedMember(server, 30)
  await sendMoney(friend.visitor, { amount: 30, recipient_id: member.privateKey })
  const { body: gift } = await donate(member.visitor, 60)
  expect(await returnable(member)).toBe(20)
  expect((await agree(await propose(await journalOf(server, gift.data.donation_id)))).status).toBe(200)
  expect([await returnable(member), (await balancesOf(member.visitor)).deposit_balance]).toEqual([50, 80])
  const { body: sent } = await sendMoney(member.visitor, { amount: 70, recipient_id: friend.privateKey })
  expect(await returnable(member)).toBe(10)
  expect((await agree(await propose(await journalOf(server, sent.data.transfer_id)))).status).toBe(200)
  expect([await returnable(member), await returnable(friend)]).toEqual([50, 0])
  await expectNoViolation(db)
})

test('what is on hold is not returned, neither itself nor out of what others sent', async () => {
  const member = await fundedMember(server, 70)
  const friend = await fundedMember(server, 70)
  await sendMoney(friend.visitor, { amount: 70, recipient_id: member.privateKey })
  const hold = (units: number) =>
    server.database.query('update member_balance set on_hold = $2 where member_id = $1', [member.id, units])
  await hold(70 * 100_000)
  expect(await returnable(member)).toBe(0)
  const refused = await returnDeposit(member.visitor, { amount: 70 })
  expect(refused.body).toMatchObject({ code: 'insufficient_funds', detail: 'checked_deposits_not_covered' })
  const { terms } = (await member.visitor.get('/api/explain/returnable')).body.data
  expect(terms.map(({ value }: { value: number }) => value)).toEqual([140, -70, -70])
  await hold(69 * 100_000)
  expect((await returnDeposit(member.visitor, { amount: 1 })).status).toBe(200)
  // As if the rule had not been asked.
  const written = server.database.query(
    `with taken as (update member_balance set returnable = returnable - 1 where member_id = $1)
     insert into withdrawal (reference, member_id, amount, address, source) values ('past the rule', $1, 1, $2, 'impact')`,
    [member.id, randomAddress()],
  )
  await expect(written).rejects.toMatchObject({ constraint: 'on_hold_is_not_returned' })
  await hold(0)
  expect((await returnDeposit(member.visitor, { amount: 69 })).status).toBe(200)
  await expectNoViolation(db)
})

test('a small return goes out by itself, once a setting allows it', async () => {
  await offerReturns(server.database, 20)
  const member = await fundedMember(server, 50)
  const to = randomAddress()
  await member.visitor.put('/api/users/wallet', { wallet_address: to })
  await returnDeposit(member.visitor, { withdrawal_address: to })
  await until(async () => (await newest(member)).status === 1)
  await returnDeposit(member.visitor, { amount: 20.00001, withdrawal_address: to })
  await until(async () => (await newest(member)).description === 'Waiting for approval')
})
