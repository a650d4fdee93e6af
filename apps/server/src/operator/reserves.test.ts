import { beforeAll, expect, test } from 'vitest'
import { fundedMember } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff, type Staff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const why = 'Because a test says so'
let staff: Staff
beforeAll(async () => {
  staff = await signInStaff(server)
})

const reservesSeenBy = async (visitor: Visitor) => (await visitor.get('/api/operator/reserves')).body.data
/** Compared once a minute. */
const NEXT_TIME = { timeout: 90_000, interval: 200 }

test('the console shows both sides of the reserves, that they are equal, and that they cover what is owed', async () => {
  await fundedMember(server, 12.5)
  // The local chain fills its vault in one of its first blocks.
  const inOrder = { difference: '0', trouble: null }
  await expect.poll(async () => (await reservesSeenBy(staff.anna)).comparison, NEXT_TIME).toMatchObject(inOrder)
  const { comparison, owed, outflows } = await reservesSeenBy(staff.anna)
  expect(comparison.held.map(({ name }: { name: string }) => name)).toEqual(['vault', 'treasury', 'unswept'])
  expect(comparison.held_in_all).toBe(comparison.explained_in_all)
  expect(outflows).toEqual([])
  expect(owed.causes).toBeGreaterThan(0)
  const { body } = await server.visit().get('/api/health')
  expect(body.parts.reserves).toBe('ok')
})

test('an address becomes our own when two operators say so, and a stranger’s again in the same way', async () => {
  const { olga, oscar, anna } = staff
  const address = randomAddress()
  const propose = (change: 'declare' | 'retract', of: string = address) =>
    olga.post('/api/operator/proposals/funding-address', { address: of, name: 'Cold store', change, why })
  const approve = (id: number, by: Visitor) => by.post(`/api/operator/proposals/${id}/approve`, { why })

  expect((await propose('retract')).body.code).toBe('wrong_state')
  const { proposal } = (await propose('declare', address.toLowerCase())).body.data
  expect(proposal).toMatchObject({ kind: 'funding_address', summary: expect.stringContaining(address) })
  expect((await approve(proposal.id, olga)).status).toBe(403)
  expect((await reservesSeenBy(anna)).funding).toEqual([])
  expect((await approve(proposal.id, oscar)).status).toBe(200)
  expect((await reservesSeenBy(anna)).funding).toMatchObject([{ address, name: 'Cold store', amount: '0' }])
  expect((await propose('declare')).body.code).toBe('wrong_state')

  const { proposal: back } = (await propose('retract')).body.data
  expect((await approve(back.id, oscar)).status).toBe(200)
  expect((await reservesSeenBy(anna)).funding).toEqual([])
})

test('no address of the installation or of a member can be declared as our own', async () => {
  const { visitor } = await fundedMember(server, 0)
  const { wallet_address, parameters } = (await visitor.post('/api/wallet/generate')).body.data
  for (const address of [parameters.treasury, parameters.factory, wallet_address, '0x12', `0x${'0'.repeat(40)}`]) {
    const body = { address, name: 'Ours', change: 'declare', why }
    const refused = await staff.olga.post('/api/operator/proposals/funding-address', body)
    expect([refused.status, refused.body.code], address).toEqual([422, 'invalid_address'])
  }
})
