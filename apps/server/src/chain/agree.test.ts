import { expect, test } from 'vitest'
import { shareTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import {
  changed,
  delayed,
  doneButUnanswered,
  dropped,
  rangeLimited,
  refused,
  silent,
  startRpcProxy,
  stoppedAt,
  type RpcProxy,
} from '../testing/rpc-proxy.ts'
import type { Address, Chain, Hash } from './chain.ts'
import { chainHealth } from './health.ts'

const testChain = await shareTestChain()
const somebody: Address = '0x2222222222222222222222222222222222222222'

const somebodyElse: Address = '0x3333333333333333333333333333333333333333'

type Raw = Record<string, unknown>

test('two providers that agree are believed', async () => {
  const { chain } = await through(2)
  await testChain.pay(chain.depositAddress(0), 3n)
  const head = await chain.head()
  expect(head).toEqual(await testChain.chain.head())
  expect(await chain.transfers({ blockHash: head.hash })).toMatchObject([{ value: 3n }])
  expect(chainHealth(chain)).toEqual({ well: true, sentence: `ok, at block ${head.number}, 2 of 2 providers` })
})

test.each([
  ['invents a log', (logs: Raw[]) => [...logs, { ...logs[0], logIndex: '0x9', data: `0x${'f'.repeat(64)}` }]],
  ['leaves one out', (logs: Raw[]) => logs.slice(1)],
  [
    'names another recipient',
    (logs: Raw[]) => logs.map((log) => ({ ...log, topics: [...topicsOf(log), word(somebodyElse)] })),
  ],
  ['raises an amount', (logs: Raw[]) => logs.map((log) => ({ ...log, data: `0x${'0'.repeat(63)}9` }))],
])('a provider that %s is not trusted', async (_, lie) => {
  const { chain, proxies } = await through(2)
  await testChain.payTwice(somebody, 1n, 2n)
  const { hash, number } = await chain.head()
  proxies[1]!.fail('eth_getLogs', changed(lie))
  await expect(chain.transfers({ blockHash: hash })).rejects.toMatchObject({ kind: 'disagreement' })
  await expect(chain.transfers({ from: number, to: number })).rejects.toMatchObject({ kind: 'disagreement' })
  const health = chain.health()
  expect(health).toMatchObject({ state: 'trouble', message: expect.stringContaining('answer differently') })
  expect(health.providers.map(({ state }) => state)).toEqual(['disagrees', 'disagrees'])
  proxies[1]!.heal()
  expect(await chain.transfers({ blockHash: hash })).toHaveLength(2)
  expect(chain.health().state).toBe('ok')
})

test('a log that is from another block, removed, duplicated or malformed is never taken for a transfer', async () => {
  const { chain, proxies } = await through(1)
  await testChain.pay(somebody, 1n)
  const { hash, number } = await chain.head()
  const lies: ((logs: Raw[]) => unknown)[] = [
    (logs) => logs.map((log) => ({ ...log, blockHash: `0x${'1'.repeat(64)}` })),
    (logs) => logs.map((log) => ({ ...log, removed: true })),
    (logs) => [...logs, ...logs],
    (logs) => logs.map((log) => ({ ...log, address: somebody })),
    (logs) => logs.map((log) => ({ ...log, data: '0x' })),
    (logs) => logs.map((log) => ({ ...log, topics: [topicsOf(log)[0]] })),
    (logs) => logs.map((log) => ({ ...log, logIndex: 'one' })),
    () => 'nothing',
    () => null,
    () => [null],
  ]
  for (const lie of lies) {
    proxies[0]!.fail('eth_getLogs', changed(lie))
    await expect(chain.transfers({ blockHash: hash })).rejects.toMatchObject({ kind: 'malformed' })
  }
  proxies[0]!.fail(
    'eth_getLogs',
    changed((logs: Raw[]) => logs.map((log) => ({ ...log, blockNumber: '0x1' }))),
  )
  await expect(chain.transfers({ from: number, to: number })).rejects.toMatchObject({ kind: 'malformed' })
})

test('a different block with the same number is a disagreement, and a wrong number is malformed', async () => {
  const { chain, proxies } = await through(2)
  proxies[0]!.fail(
    'eth_getBlockByNumber',
    changed((block: Raw) => ({ ...block, hash: `0x${'2'.repeat(64)}` })),
  )
  await expect(chain.head()).rejects.toMatchObject({ kind: 'disagreement' })
  for (const proxy of proxies)
    proxy.fail(
      'eth_getBlockByNumber',
      changed((block: Raw) => ({ ...block, number: '0x0' })),
    )
  await expect(chain.head()).rejects.toMatchObject({ kind: 'malformed' })
})

test('a node that fell behind is waited for, and never makes a range look empty', async () => {
  const { chain, proxies } = await through(2)
  const old = await chain.head()
  await testChain.pay(somebody, 4n)
  await testChain.mine(3)
  proxies[1]!.fail('*', stoppedAt(old.number))
  expect(await chain.head()).toEqual(old)
  const range = { from: old.number + 1n, to: old.number + 3n }
  await expect(chain.transfers(range)).rejects.toMatchObject({ kind: 'behind' })
  expect(chain.health().providers[1]).toMatchObject({ state: 'behind' })
  proxies[0]!.fail('*', stoppedAt(old.number))
  await expect(chain.transfers(range)).rejects.toMatchObject({ kind: 'behind' })
  for (const proxy of proxies) proxy.heal()
  expect(await chain.transfers(range)).toMatchObject([{ value: 4n }])
})

test.each([
  ['cuts the line', dropped],
  ['says nothing', silent],
  ['answers late', delayed(3000)],
  ['refuses', refused('over capacity')],
  ['answers nonsense', changed(() => ({ number: 'no' }))],
])('when one of two %s, nothing is answered; one of three may', async (_, fault) => {
  const two = await through(2)
  two.proxies[0]!.fail('*', fault)
  await expect(two.chain.head()).rejects.toMatchObject({ kind: expect.stringMatching(/unreachable|malformed/) })
  expect(two.chain.health().state).toBe('trouble')
  const three = await through(3)
  three.proxies[0]!.fail('*', fault)
  expect(await three.chain.head()).toEqual(await testChain.chain.head())
  expect(chainHealth(three.chain)).toEqual({
    well: true,
    sentence: expect.stringMatching(/^ok, but 127\.0\.0\.1:\d+ /),
  })
})

test('a range that is too wide for a provider differs from passing trouble', async () => {
  const { chain, proxies } = await through(2)
  const { number } = await chain.head()
  proxies[1]!.fail('eth_getLogs', rangeLimited(2n))
  await expect(chain.transfers({ from: 0n, to: number })).rejects.toMatchObject({ kind: 'range' })
  await expect(chain.transfers({ from: number - 1n, to: number })).resolves.toBeDefined()
  await expect(chain.transfers({ from: 0n, to: 2000n })).rejects.toThrow(RangeError)
})

test('a transaction that one provider took without answering is found through the other', async () => {
  const { chain, proxies } = await through(2)
  for (const proxy of proxies) proxy.fail('eth_sendRawTransaction', doneButUnanswered)
  const call = chain.payCall({ id: `0x${'7'.repeat(64)}`, to: somebody, amount: UNIT })
  const nonce = await chain.nonceAt('latest')
  const signed = await chain.sign({ call, nonce, gas: await chain.gasFor(call), fees: await chain.fees() })
  expect(await chain.broadcast(signed.raw)).toMatchObject({ outcome: 'silent' })
  expect(await chain.receipt(signed.hash)).toMatchObject({ isSuccess: true })
  for (const proxy of proxies) proxy.heal()
  expect(await chain.broadcast(signed.raw)).toMatchObject({ outcome: expect.stringMatching(/known|nonce_used/) })
})

test('a receipt from only one provider settles nothing, and two different ones are trouble', async () => {
  const { chain, proxies } = await through(2)
  const transaction: Hash = await testChain.pay(somebody, 6n)
  proxies[0]!.fail(
    'eth_getTransactionReceipt',
    changed(() => null),
  )
  expect(await chain.receipt(transaction)).toBeUndefined()
  proxies[0]!.fail(
    'eth_getTransactionReceipt',
    changed((receipt: Raw) => ({ ...receipt, status: '0x0' })),
  )
  await expect(chain.receipt(transaction)).rejects.toMatchObject({ kind: 'disagreement' })
})

test('an absurd fee is refused, whichever provider names it', async () => {
  const { chain, proxies } = await through(2)
  proxies[0]!.fail(
    'eth_maxPriorityFeePerGas',
    changed(() => '0xfffffffffffff'),
  )
  await expect(chain.fees()).rejects.toMatchObject({ kind: 'fees' })
})

test('finality follows the slowest provider’s finalized tag, or 240 blocks when it stalls', async () => {
  const { chain, proxies } = await through(2, { finality: 'tag' })
  const head = await testChain.chain.head()
  const tagged = (height: bigint) => (proxy: RpcProxy) =>
    proxy.fail('eth_getBlockByNumber', async ({ params, forward }) =>
      params[0] === 'finalized'
        ? testChain.request('eth_getBlockByNumber', [`0x${height.toString(16)}`, false])
        : forward(),
    )
  tagged(head.number)(proxies[0]!)
  tagged(head.number - 2n)(proxies[1]!)
  expect((await chain.finalized()).number).toBe(head.number - 2n)
  for (const proxy of proxies) tagged(1n)(proxy)
  expect((await chain.finalized()).number).toBe(1n)
  await testChain.mine(260)
  expect((await chain.finalized()).number).toBe(BigInt(testChain.height()) - 240n)
})

async function through(
  count: number,
  options: Parameters<TestChain['view']>[1] = {},
): Promise<{ chain: Chain; proxies: RpcProxy[] }> {
  const proxies = await Promise.all(Array.from({ length: count }, () => startRpcProxy(testChain.url)))
  return {
    proxies,
    chain: testChain.view(
      proxies.map(({ url }) => url),
      { timeoutMs: 1000, ...options },
    ),
  }
}

const topicsOf = (log: Raw) => (log['topics'] as string[]).slice(0, 2)
const word = (address: Address) => `0x${'0'.repeat(24)}${address.slice(2)}`
