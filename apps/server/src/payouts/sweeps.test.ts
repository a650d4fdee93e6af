import { expect, test } from 'vitest'
import type { Address, Chain } from '../chain/chain.ts'
import { startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { refused, startRpcProxy } from '../testing/rpc-proxy.ts'
import { payoutsHealth } from './health.ts'

type Scene = { chain: TestChain; payouts: Payouts; addresses: Address[] }

/** So many members, each with a credited deposit of 10, or more, that waits to be swept. */
async function deposited(count: number, more: (at: number) => number = () => 0): Promise<Scene> {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const addresses: Address[] = []
  for (const [at, member] of wallet.members.slice(0, count).entries()) {
    const address = await wallet.addressOf(chain.chain, member)
    await chain.pay(address, BigInt(10 + more(at)) * UNIT)
    addresses.push(address)
  }
  await chain.mine(3)
  await wallet.follow(chain.chain)
  return { chain, payouts, addresses }
}

const sendingsOf = async ({ wallet }: Payouts) =>
  (await wallet.owner.query<{ state: string }>('select state from sending order by nonce')).rows.map(
    ({ state }) => state,
  )

const asideOf = async ({ wallet }: Payouts) =>
  (
    await wallet.owner.query<{ address: Address; set_aside: string }>(
      'select address, set_aside from deposit_address where set_aside is not null order by address',
    )
  ).rows

/** Of a call that sweeps four addresses: selector, token, treasury, offset, length and indices, in hexadecimal. */
const FOUR_INDICES = 2 + 8 + (4 + 4) * 64

const tryAgain = ({ wallet }: Payouts) =>
  wallet.owner.query('update deposit_address set set_aside_until = now() where set_aside is not null')

test('deposits are swept to the treasury, many at once', async () => {
  const { chain, payouts } = await deposited(3)
  const { wallet } = payouts
  await payouts.sweep()
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(30n * UNIT)
  const { rows } = await wallet.owner.query(`select kind, state from sending`)
  expect(rows).toEqual([{ kind: 'sweep', state: 'done' }])
  const { rows: unmatched } = await wallet.owner.query('select kind from unmatched_transfer')
  expect(unmatched).toEqual([])
  await wallet.verify()
})

test('an address that cannot be swept is put aside with a reason, and the others are swept without it', async () => {
  // Neither the largest nor the smallest.
  const { chain, payouts, addresses } = await deposited(7, (at) => at)
  const blocked = addresses[4]!
  const { rows } = await payouts.wallet.owner.query('select index from deposit_address where address = $1', [blocked])
  const proxy = await startRpcProxy(chain.url)
  const revert = refused('execution reverted: blacklisted', 3)
  proxy.fail('eth_estimateGas', async (call) => {
    const [{ data }] = call.params as [{ data: string }]
    return data.includes(rows[0].index.slice(2)) ? revert(call) : call.forward()
  })
  const view = chain.view([proxy.url])
  await payouts.sweep(view)
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(77n * UNIT)
  expect(await sendingsOf(payouts)).toEqual(['done'])
  expect(await asideOf(payouts)).toEqual([
    { address: blocked, set_aside: 'A sweep of it would fail: execution reverted: blacklisted' },
  ])
  const { wallet } = payouts
  await wallet.owner.query(`insert into worker_status (name) values ('payouts')`)
  expect((await payoutsHealth(wallet.db)).sentence).toContain('1 address could not be swept')

  proxy.heal()
  await payouts.sweep(view)
  expect(await chain.chain.balanceOf(blocked), 'left out for a while').toBe(14n * UNIT)
  await tryAgain(payouts)
  await payouts.sweep(view)
  expect([await chain.chain.balanceOf(blocked), await asideOf(payouts)]).toEqual([0n, []])
  await wallet.verify()
})

test('a set that fails only as a whole is swept in parts, and nothing is put aside', async () => {
  const { chain, payouts } = await deposited(5)
  const proxy = await startRpcProxy(chain.url)
  const revert = refused('execution reverted: out of gas', 3)
  proxy.fail('eth_estimateGas', async (call) => {
    const [{ data }] = call.params as [{ data: string }]
    return data.length > FOUR_INDICES ? revert(call) : call.forward()
  })
  for (let parts = 0; parts < 2; parts += 1) await payouts.sweep(chain.view([proxy.url]))
  expect([await sendingsOf(payouts), await asideOf(payouts)]).toEqual([['done', 'done'], []])
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(50n * UNIT)
})

test('a sweep that succeeds and moves nothing is not taken for one: the deposit is swept anew', async () => {
  const { chain, payouts, addresses } = await deposited(2)
  const nowhere = { ...chain.chain, sweepCall: () => chain.chain.sweepCall([`0x${'7'.repeat(64)}`]) }
  await payouts.sweep(nowhere)
  expect(await sendingsOf(payouts)).toEqual(['reverted'])
  expect(await asideOf(payouts)).toHaveLength(2)
  for (const { set_aside: why } of await asideOf(payouts))
    expect(why).toMatch(/^The sweep 0x\w{8}… moved nothing from it$/)
  await tryAgain(payouts)
  await payouts.sweep()
  expect(await sendingsOf(payouts)).toEqual(['reverted', 'done'])
  expect(await chain.chain.balancesOf(addresses)).toEqual([0n, 0n])
  await payouts.wallet.verify()
})

test('where only some moved, only those are swept', async () => {
  const { chain, payouts, addresses } = await deposited(3)
  const partly: Chain = { ...chain.chain, sweepCall: (indices, from) => chain.chain.sweepCall(indices.slice(1), from) }
  await payouts.sweep(partly)
  expect(await sendingsOf(payouts)).toEqual(['done'])
  const { rows } = await payouts.wallet.owner.query('select address from deposit where sweep_nonce is null')
  expect(rows).toHaveLength(1)
  expect(addresses).toContain(rows[0].address)
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(20n * UNIT)
})

test('what a stranger has swept is swept: anybody may, and it goes to the same place', async () => {
  const { chain, payouts } = await deposited(2)
  const { rows } = await payouts.wallet.owner.query('select index from deposit_address order by address limit 1')
  await chain.owner.send(chain.chain.sweepCall([rows[0].index]))
  await chain.mine(3)
  await payouts.wallet.follow(chain.chain)
  await payouts.sweep()
  expect([await sendingsOf(payouts), await asideOf(payouts)]).toEqual([['done'], []])
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(20n * UNIT)
})
