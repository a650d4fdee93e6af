import { expect, test } from 'vitest'
import { agreeToAll, publish, setRules } from '../testing/consent.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { donate, earner, withdraw } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Answer } from '../testing/visitor.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, oscar } = staff
const why = 'Their country is refused now'
const outcome = ({ status, body }: Answer) => [status, body.code ?? 'ok']

async function byTwo(path: string, body: object): Promise<void> {
  const proposed = await olga.post(`/api/operator/proposals/${path}`, { ...body, why })
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(200)
  const approved = await oscar.post(`/api/operator/proposals/${proposed.body.data.proposal.id}/approve`, { why })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
}

test('who may not agree any more keeps an open withdrawal, makes none, and is paid by two operators', async () => {
  const { visitor, id } = await earner(server, 50)
  const available = async (): Promise<number> =>
    (await olga.get(`/api/operator/members/${id}`)).body.data.balances.available
  await publish(staff, 'terms', 'Be kind.')
  await setRules(staff, { countries: ['KP'] })
  expect(outcome(await agreeToAll(visitor, { country: 'FR' }))).toEqual([200, 'ok'])
  const asked = (await withdraw(visitor)).body.data.withdrawal_id

  await setRules(staff, { countries: ['FR', 'KP'] })
  expect(outcome(await withdraw(visitor))).toEqual([403, 'agreement_required'])
  expect(outcome(await donate(visitor, 20))).toEqual([403, 'agreement_required'])
  expect((await agreeToAll(visitor, { country: 'FR' })).status).toBe(403)
  // What was asked for before goes on.
  expect(outcome(await oscar.post(`/api/operator/withdrawals/${asked}/approve`, { why }))).toEqual([200, 'ok'])

  const left = await available()
  expect(left).toBeGreaterThan(0)
  const address = randomAddress()
  await byTwo('adjustment', { member: id, account: 'available', amount: -left })
  await byTwo('payout', { cause: null, amount: left, address })
  expect(await available()).toBe(0)
  const { rows } = await server.database.query(
    'select member_id, (amount / 100000.0)::float8 as amount from withdrawal where address = $1',
    [address],
  )
  expect(rows).toEqual([{ member_id: 0, amount: left }])
  await expectNoViolation(lookInto(server.settings.databaseUrl))
})
