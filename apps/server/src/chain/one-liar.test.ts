import { expect, test } from 'vitest'
import { shareTestChain, UNIT } from '../testing/chain.ts'
import { changed, dropped, refused, startRpcProxy } from '../testing/rpc-proxy.ts'
import { CallReverts, type Address, type Hash } from './chain.ts'

const testChain = await shareTestChain()
const somebody: Address = '0x2222222222222222222222222222222222222222'
const id: Hash = `0x${'5'.repeat(64)}`
const payment = testChain.chain.payCall({ id, to: somebody, amount: UNIT })
const GWEI = 10n ** 9n

async function through(count: number) {
  const proxies = await Promise.all(Array.from({ length: count }, () => startRpcProxy(testChain.url)))
  return { proxies, chain: testChain.view(proxies.map(({ url }) => url)) }
}

test.each([2, 3])('one of %i providers alone cannot raise fees', async (count) => {
  const { chain, proxies } = await through(count)
  const honest = await testChain.chain.fees()
  proxies[0]!.fail(
    'eth_maxPriorityFeePerGas',
    changed(() => `0x${(20n * GWEI).toString(16)}`),
  )
  proxies[0]!.fail(
    'eth_getBlockByNumber',
    changed((block: object) => ({ ...block, baseFeePerGas: `0x${(30n * GWEI).toString(16)}` })),
  )
  expect(await chain.fees()).toEqual(honest)
})

test('what a quorum asks for is paid, and never more than the limit', async () => {
  const { chain, proxies } = await through(3)
  const ask = (wei: bigint) => changed(() => `0x${wei.toString(16)}`)
  for (const proxy of proxies.slice(1)) proxy.fail('eth_maxPriorityFeePerGas', ask(20n * GWEI))
  expect((await chain.fees()).priorityFee).toBe(20n * GWEI)
  for (const proxy of proxies.slice(1)) proxy.fail('eth_maxPriorityFeePerGas', ask(10n ** 15n))
  await expect(chain.fees()).rejects.toMatchObject({ kind: 'fees' })
})

test('a refusal of the vault that only one provider tells of is trouble, not a refusal', async () => {
  const { chain, proxies } = await through(2)
  proxies[0]!.fail('eth_estimateGas', refused('execution reverted', 3))
  await expect(chain.gasFor(payment)).rejects.toMatchObject({ kind: 'disagreement' })
  proxies[1]!.fail('eth_estimateGas', refused('execution reverted', 3))
  await expect(chain.gasFor(payment)).rejects.toBeInstanceOf(CallReverts)
})

test('one of three is outvoted, whatever it says', async () => {
  const { chain, proxies } = await through(3)
  const honest = await testChain.chain.gasFor(payment)
  proxies[0]!.fail('eth_estimateGas', refused('execution reverted', 3))
  expect(await chain.gasFor(payment)).toBe(honest)
  proxies[0]!.fail(
    'eth_estimateGas',
    changed(() => '0xffffffffff'),
  )
  expect(await chain.gasFor(payment)).toBe(honest)
  proxies[0]!.heal()
  for (const proxy of proxies.slice(1)) proxy.fail('eth_estimateGas', refused('execution reverted', 3))
  await expect(chain.gasFor(payment)).rejects.toBeInstanceOf(CallReverts)
})

test.each([2, 3])('one of %i providers alone cannot have a payment run out of gas, or forbid it', async (count) => {
  const { chain, proxies } = await through(count)
  const honest = await testChain.chain.gasFor(payment)
  const needs = (gas: string) => changed(() => gas)
  proxies[0]!.fail('eth_estimateGas', needs('0x5208'))
  expect(await chain.gasFor(payment)).toBe(honest)
  proxies[0]!.fail('eth_estimateGas', needs('0xffffffffff'))
  expect(await chain.gasFor(payment)).toBe(honest)
  for (const proxy of proxies) proxy.fail('eth_estimateGas', needs('0xffffffffff'))
  await expect(chain.gasFor(payment)).rejects.toMatchObject({ kind: 'malformed' })
})

test('one that answers too little beside one that is silent has nothing run out of gas either', async () => {
  const { chain, proxies } = await through(3)
  const honest = await testChain.chain.gasFor(payment)
  proxies[0]!.fail(
    'eth_estimateGas',
    changed(() => '0x5208'),
  )
  proxies[1]!.fail('eth_estimateGas', dropped)
  expect(await chain.gasFor(payment)).toBe(honest)
})
