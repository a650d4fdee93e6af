import { expect, test } from 'vitest'
import { earner, withdraw } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const { olga, oscar } = await signInStaff(server)
const why = 'Called the member'

const approve = (by: Visitor, id: string) => by.post(`/api/operator/withdrawals/${id}/approve`, { why })
const view = async (id: string) => (await olga.get(`/api/operator/withdrawals/${id}`)).body.data.withdrawal

/** Paused, so that what is approved stays to be looked at. */
await olga.put('/api/operator/settings', { payouts_paused: true, why })

async function requested(amount: number): Promise<string> {
  const { visitor } = await earner(server, amount)
  return (await withdraw(visitor, { amount })).body.data.withdrawal_id
}

test('a withdrawal above $10,000 is approved by two operators, each once', async () => {
  const id = await requested(10_000.00001)
  expect(await view(id)).toMatchObject({ state: 'requested', approvals: { needed: 2, first_by: null } })
  expect((await approve(olga, id)).body).toMatchObject({
    message: expect.stringContaining('second operator') as string,
  })
  const { approvals, ...waiting } = await view(id)
  expect(waiting).toMatchObject({ state: 'requested', waiting: true, waits_for: 'second_approval', decided_by: null })
  expect(approvals).toMatchObject({ needed: 2, first_by: { name: expect.stringMatching(/^Olga/) as string } })

  const again = await approve(olga, id)
  expect([again.status, again.body.code]).toEqual([403, 'forbidden'])
  expect((await view(id)).state).toBe('requested')
  const many = await olga.post('/api/operator/withdrawals/decide', { decision: 'approve', ids: [id], why })
  expect(many.body.data.results).toMatchObject([{ id, done: false }])

  expect((await approve(oscar, id)).body.message).toBe('The withdrawal was approved.')
  expect(await view(id)).toMatchObject({
    state: 'approved',
    approvals: { first_by: { name: expect.stringMatching(/^Olga/) as string } },
    decided_by: expect.stringMatching(/^Oscar/) as string,
  })
  const { rows } = await server.database.query(
    `select details ->> 'approval' as approval from audit_entry where subject = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([{ approval: 'first of two' }, { approval: 'by two' }])
  const { rows: mails } = await server.database.query(
    `select distinct facts ->> 'waits_for' as waits_for from mail_outbox
      where kind = 'withdrawal waits' and facts ->> 'reference' = $1`,
    [id],
  )
  expect(mails).toContainEqual({ waits_for: 'second_approval' })
})

test('up to $10,000, one operator is enough', async () => {
  const id = await requested(10_000)
  expect((await approve(olga, id)).body.message).toBe('The withdrawal was approved.')
  expect(await view(id)).toMatchObject({ state: 'approved', approvals: { needed: 1, first_by: null } })
})

test('two who approve at the same moment are first and second', async () => {
  const id = await requested(20_000)
  const answers = await Promise.all([approve(olga, id), approve(oscar, id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await view(id)).state).toBe('approved')
})

test('one who approves twice at the same moment is one person', async () => {
  const id = await requested(20_000)
  const answers = await Promise.all([approve(olga, id), approve(olga, id), approve(olga, id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  expect((await view(id)).state).toBe('requested')
})

test('the first of two may still refuse it', async () => {
  const id = await requested(20_000)
  await approve(olga, id)
  expect((await olga.post(`/api/operator/withdrawals/${id}/refuse`, { why })).status).toBe(200)
  expect((await view(id)).state).toBe('refused')
})

test('the approval of somebody who has left does not count', async () => {
  const id = await requested(20_000)
  await approve(olga, id)
  const left = (role: string) =>
    server.database.query(`update account set role = $1 where name like 'Olga%' and role in ('operator', 'former')`, [
      role,
    ])
  await left('former')
  expect((await approve(oscar, id)).body.message).toContain('second operator')
  await left('operator')
  expect((await view(id)).state).toBe('requested')
})

test('the database lets nobody approve twice', async () => {
  const id = await requested(20_000)
  const twice = `update withdrawal set state = 'approved', first_approved_by = a.id, first_approved_at = now(), decided_by = a.id
    from account a where a.name like 'Olga%' and reference = $1`
  await expect(server.database.query(twice, [id])).rejects.toMatchObject({ constraint: 'two_persons_approve' })
})
