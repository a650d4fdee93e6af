import { expect, test } from 'vitest'
import { CAUSE_ADDRESS, openByTwo } from '../testing/cause-records.ts'
import { causeBalance } from '../testing/causes.ts'
import { donateAs, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, anna } = staff
const why = 'Because it is a test'

const openProposals = async (): Promise<number> =>
  (await server.database.query(`select from proposal where kind = 'payout'`)).rows.length

test('a payout that cannot be is answered clearly, and nothing is held or proposed', async () => {
  const cause = await openByTwo(staff, { slug: 'bad-payouts', name: 'Wells' })
  const { visitor } = await fundedMember(server, 50)
  expect((await donateAs(visitor, { amount: 20, cause_id: 'bad-payouts' })).status).toBe(200)
  const holds = await causeBalance(server, cause)
  const before = await openProposals()
  const propose = async (body: object) => {
    const reply = await olga.post('/api/operator/proposals/payout', { cause, amount: 1, why, ...body })
    return [reply.status, reply.body.code]
  }
  const tooMuch = (holds + 0.00001).toFixed(5)
  const above = await olga.post('/api/operator/proposals/payout', { cause, amount: Number(tooMuch), why })
  expect([above.status, above.body.code, above.body.message]).toEqual([
    422,
    'insufficient_funds',
    `Wells has $${holds.toFixed(5)}, which does not cover $${tooMuch}.`,
  ])
  for (const amount of [0, -1, 1e-6, 1e15, '1', null])
    expect((await propose({ amount }))[0], String(amount)).toBeGreaterThanOrEqual(400)
  expect(await propose({ cause: 999_999 })).toEqual([404, 'not_found'])
  const { configuration } = (await olga.get('/api/operator/settings')).body.data
  const vault = configuration.find(({ name }: { name: string }) => name === 'Vault').value
  expect(await propose({ cause: null, address: vault })).toEqual([422, 'invalid_address'])
  expect(await propose({ cause: null, address: 'somewhere' })).toEqual([422, 'invalid_address'])
  expect(await propose({ cause: null })).toEqual([422, 'invalid_address'])
  expect((await anna.post('/api/operator/proposals/payout', { cause, amount: 1, why })).status).toBe(403)
  expect((await visitor.post('/api/operator/proposals/payout', { cause, amount: 1, why })).status).toBe(403)
  expect([await causeBalance(server, cause), await openProposals()]).toEqual([holds, before])
  // What can be is proposed, for the address that the cause has.
  const good = await olga.post('/api/operator/proposals/payout', { cause, amount: holds, why })
  expect(good.body.data.proposal.summary).toBe(`Pay $${holds.toFixed(5)} out to Wells, at ${CAUSE_ADDRESS}`)
})
