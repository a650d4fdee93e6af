import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signerOf, signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const { olga, oscar, anna } = await signInStaff(server)
const why = 'Because it is a test'

test('an adjustment needs a second operator, and happens once', async () => {
  const member = await fundedMember(server, 100)
  await donate(member.visitor, 100)
  const proposed = await olga.post('/api/operator/proposals/adjustment', {
    member: member.id,
    account: 'available',
    amount: 2.5,
    why,
  })
  expect(proposed.body.data.proposal).toMatchObject({ state: 'open', kind: 'adjustment', member: { id: member.id } })
  const path = `/api/operator/proposals/${proposed.body.data.proposal.id}`
  const alone = await olga.post(`${path}/approve`, { why })
  expect([alone.status, alone.body.code]).toEqual([403, 'forbidden'])
  expect((await anna.post(`${path}/approve`, { why })).status).toBe(403)
  expect((await balancesOf(member.visitor)).balance).toBe(0)
  const both = await Promise.all([1, 2, 3].map(() => oscar.post(`${path}/approve`, { why })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await balancesOf(member.visitor)).balance).toBe(2.5)
  expect((await oscar.post(`${path}/reject`, { why })).body.code).toBe('wrong_state')
  expect(
    (await auditLines(server, `member_id = $1 and action like 'proposal%'`, [member.id])).map(({ action }) => action),
  ).toEqual(['proposal.open', 'proposal.approve'])
  const { activities } = (await member.visitor.get('/api/activities/history')).body.data
  expect(activities[0]).toMatchObject({
    type: 'Adjustment',
    description: `Credited by the operators: ${why}`,
    metadata: { amount: 2.5, direction: 'in' },
  })

  const { journals } = (await olga.get('/api/operator/ledger/journals?reason=adjustment&limit=1')).body.data
  const { entries, cause } = (await olga.get(`/api/operator/ledger/journals/${journals[0].id}`)).body.data
  expect(cause).toMatchObject({ kind: 'proposal', sentence: expect.stringContaining('Add $2.50000') })
  expect(entries.map(({ account, amount }: { account: string; amount: number }) => [account, amount])).toEqual([
    ['operations', -2.5],
    ['available', 2.5],
  ])
  const taken = { member: member.id, account: 'available', amount: -2.6, why }
  expect((await olga.post('/api/operator/proposals/adjustment', taken)).body.code).toBe('insufficient_funds')
  const tooMuch = await olga.post('/api/operator/proposals/adjustment', { ...taken, amount: 1e6 })
  expect([tooMuch.body.code, tooMuch.body.message]).toEqual([
    'insufficient_funds',
    expect.stringMatching(/^Operations has \$.*, which does not cover \$1000000\.00000\.$/),
  ])
  for (const amount of [0, 0.000001, -1e300]) {
    const refused = await olga.post('/api/operator/proposals/adjustment', { ...taken, amount })
    expect(refused.body.code, String(amount)).toBe('invalid_amount')
  }
  await expectNoViolation(db)
})

test('two operators assign an unmatched transfer, once', async () => {
  const member = await fundedMember(server, 0)
  const { parameters } = (await member.visitor.post('/api/wallet/generate')).body.data
  type UnmatchedTransfer = {
    id: number
    amount: number | null
    assignable: boolean
    assigned_to: { id: number } | null
  }
  const find = async () =>
    ((await anna.get('/api/operator/unmatched?limit=200')).body.data.unmatched as UnmatchedTransfer[]).find(
      ({ amount }) => amount === 33.5,
    )
  const counted = async () => (await anna.get('/api/operator/overview')).body.data.queue.unmatched as number
  const before = await counted()
  await member.visitor.post('/api/demo/pay', { address: parameters.treasury, amount: 33.5 })
  await until(async () => (await find()) !== undefined)
  expect(await counted()).toBe(before + 1)
  const { id: unmatched } = (await find())!
  const order = { unmatched, member: member.id, why }
  expect((await olga.post('/api/operator/proposals/assignment', { ...order, unmatched: 10 ** 9 })).status).toBe(404)
  expect((await anna.post('/api/operator/proposals/assignment', order)).status).toBe(403)
  // Refused until it is final.
  await until(
    async () =>
      (await olga.post('/api/operator/proposals/assignment', order)).status !== 409 || !(await find())!.assignable,
  )
  const { proposals } = (await olga.get('/api/operator/proposals?state=open')).body.data
  const proposal = proposals.find(({ kind }: { kind: string }) => kind === 'assignment')
  expect(proposal).toMatchObject({ member: { id: member.id }, summary: expect.stringContaining('$33.50000') })
  const twice = await oscar.post('/api/operator/proposals/assignment', order)
  expect([twice.status, twice.body.code]).toEqual([409, 'wrong_state'])
  const path = `/api/operator/proposals/${proposal.id}/approve`
  expect((await olga.post(path, { why })).status).toBe(403)
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(0)
  expect((await oscar.post(path, { why })).status).toBe(200)
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(33.5)
  expect(await find()).toMatchObject({ assignable: false, assigned_to: { id: member.id } })
  expect((await auditLines(server, 'member_id = $1', [member.id])).map(({ action }) => action)).toEqual([
    'proposal.open',
    'proposal.approve',
  ])
  await expectNoViolation(db)
})

test('a stopped signer continues only with two operators', async () => {
  const address = await signerOf(olga)
  expect((await olga.post('/api/operator/signers/stop', { address, why })).status).toBe(200)
  const proposed = await olga.post('/api/operator/proposals/signer', { address, change: 'resume', why })
  const path = `/api/operator/proposals/${proposed.body.data.proposal.id}/approve`
  expect((await olga.post(path, { why })).status).toBe(403)
  expect((await oscar.post(path, { why })).status).toBe(200)
  const after = (await olga.get('/api/operator/overview')).body.data.payouts
  expect(after.signers[0].stopped).toBeNull()
})

test('a former operator’s proposal cannot be approved', async () => {
  const { id: member } = await fundedMember(server, 5)
  const change = { member, account: 'impact', amount: -1, why }
  const proposed = await oscar.post('/api/operator/proposals/adjustment', change)
  const { id, proposed_by: by } = proposed.body.data.proposal
  await server.database.query(`update account set role = 'auditor' where id = $1`, [by.id])
  const refused = await olga.post(`/api/operator/proposals/${id}/approve`, { why })
  await server.database.query(`update account set role = 'operator' where id = $1`, [by.id])
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
  expect((await olga.post(`/api/operator/proposals/${id}/reject`, { why })).status).toBe(200)
})
