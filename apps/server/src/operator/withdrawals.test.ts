import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, earner, withdraw, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const { olga, oscar, anna } = await signInStaff(server)
const why = 'Because it is a test'

/** Asks for $20; the reference. */
async function requestBy({ visitor }: Funded): Promise<string> {
  const { body } = await withdraw(visitor)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.withdrawal_id
}

const stateOf = async (reference: string) =>
  (await olga.get(`/api/operator/withdrawals/${reference}`)).body.data.withdrawal.state as string

test('approved and paid on the chain, or refused and given back; each once, each in the audit log', async () => {
  const member = await earner(server, 50)
  const [good, bad] = [await requestBy(member), await requestBy(member)]
  await until(async () => {
    const { withdrawals } = (await olga.get('/api/operator/withdrawals?limit=200')).body.data
    return [good, bad].every((id) => withdrawals.some((one: { id: string }) => one.id === id))
  })
  const { withdrawal, member: facts } = (await anna.get(`/api/operator/withdrawals/${good}`)).body.data
  expect(withdrawal).toMatchObject({ amount: 20, waits_for: 'address_not_saved', member: { id: member.id } })
  expect(withdrawal.flags).toEqual(['address_not_saved', 'first_withdrawal', 'no_two_factor', 'new_account'])
  expect(facts.available).toBe(10)

  expect((await olga.post(`/api/operator/withdrawals/${good}/approve`, { why })).status).toBe(200)
  const again = await oscar.post(`/api/operator/withdrawals/${good}/approve`, { why })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
  expect((await olga.post(`/api/operator/withdrawals/${bad}/refuse`, { why: 'This is not your wallet' })).status).toBe(
    200,
  )
  expect((await olga.post(`/api/operator/withdrawals/${bad}/approve`, { why })).body.code).toBe('wrong_state')
  expect((await olga.post('/api/operator/withdrawals/none/approve', { why })).status).toBe(404)
  await until(async () => (await stateOf(good)) === 'paid')
  expect((await balancesOf(member.visitor)).balance).toBe(30)
  const [refused] = (await member.visitor.get('/api/transactions/history')).body.data.transactions
  expect(refused.description).toBe('Refused, the amount is available again: This is not your wallet')

  const lines = await auditLines(server, `member_id = $1 and action <> 'data.read'`, [member.id])
  expect(lines.map(({ action, subject }) => [action, subject])).toEqual([
    ['withdrawal.approve', good],
    ['withdrawal.refuse', bad],
  ])
  expect(lines[0]).toMatchObject({ why, address: '127.0.0.1' })
  await expectNoViolation(db)
})

test('in bulk: one failure does not stop the others', async () => {
  const member = await earner(server, 100)
  const ids = [await requestBy(member), await requestBy(member), 'none', await requestBy(member)]
  const { body } = await olga.post('/api/operator/withdrawals/decide', { decision: 'refuse', ids, why })
  expect(body.data.results.map((one: { done: boolean }) => one.done)).toEqual([true, true, false, true])
  expect((await balancesOf(member.visitor)).balance).toBe(100)
  expect(await auditLines(server, `member_id = $1 and action = 'withdrawal.refuse'`, [member.id])).toHaveLength(3)
})

test("a frozen member's request is not approved, and waits until they are unfrozen", async () => {
  const member = await earner(server, 50)
  const id = await requestBy(member)
  expect((await olga.post(`/api/operator/members/${member.id}/freeze`, { why })).status).toBe(200)
  expect((await olga.post(`/api/operator/members/${member.id}/freeze`, { why })).body.code).toBe('wrong_state')
  const refused = await olga.post(`/api/operator/withdrawals/${id}/approve`, { why })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('frozen')])
  expect((await member.visitor.get('/api/users/profile')).status).toBe(200)
  const { body } = await member.visitor.post(`/api/transactions/withdrawal/${id}/cancel`)
  expect(body.code).toBe('frozen')
  expect((await oscar.post(`/api/operator/members/${member.id}/unfreeze`, { why })).status).toBe(200)
  expect((await olga.post(`/api/operator/withdrawals/${id}/approve`, { why })).status).toBe(200)
  const { history } = (await anna.get(`/api/operator/members/${member.id}`)).body.data
  expect(history.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['member.freeze', 'member.unfreeze', 'withdrawal.approve', 'Joined']),
  )
})

test('payouts stay paused until two operators resume them', async () => {
  const member = await earner(server, 20)
  const id = await requestBy(member)
  expect((await olga.put('/api/operator/settings', { payouts_paused: true, why })).status).toBe(200)
  await olga.post(`/api/operator/withdrawals/${id}/approve`, { why })
  await until(async () => /Paused/.test((await olga.get('/api/operator/overview')).body.data.payouts.trouble ?? ''))
  expect(await stateOf(id)).toBe('approved')
  const { proposal } = (await olga.post('/api/operator/proposals/settings', { change: 'resume_payouts', why })).body
    .data
  expect((await oscar.post(`/api/operator/proposals/${proposal.id}/approve`, { why })).status).toBe(200)
  await until(async () => (await stateOf(id)) === 'paid')
})
