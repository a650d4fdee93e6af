import { expect, test } from 'vitest'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { changed, refused, startRpcProxy, type RpcProxy } from '../testing/rpc-proxy.ts'
import { dollars, openTestWallet } from '../testing/wallet.ts'

type Raw = Record<string, unknown>
const NO_LOGS = `0x${'0'.repeat(512)}`

/** A member with an address, and a provider that can be made to lie. */
async function scene() {
  const [wallet, chain] = await Promise.all([openTestWallet(), startTestChain()])
  const proxy = await startRpcProxy(chain.url)
  const view = chain.view([proxy.url])
  await wallet.follow(view)
  const member = wallet.members[0]!
  return { wallet, chain, proxy, view, member, address: await wallet.addressOf(view, member) }
}

/** Leaves out all logs; with `thoroughly`, the header and the receipts agree with that. */
function hideLogs(proxy: RpcProxy, { thoroughly = false } = {}) {
  proxy.fail(
    'eth_getLogs',
    changed(() => []),
  )
  if (!thoroughly) return
  const withoutBloom = changed((block: Raw | null) => block && { ...block, logsBloom: NO_LOGS })
  for (const method of ['eth_getBlockByHash', 'eth_getBlockByNumber']) proxy.fail(method, withoutBloom)
}

test('a block without logs is not believed where its header permits some: it waits, and is not passed over', async () => {
  const { wallet, chain, proxy, view, member, address } = await scene()
  await chain.pay(address, 5n * UNIT)
  hideLogs(proxy)
  await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'disagreement' })
  await chain.mine(6)
  await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'disagreement' })
  expect(await wallet.receivedBy(member)).toBe(0n)
  proxy.heal()
  await wallet.follow(view)
  expect(await wallet.receivedBy(member)).toBe(dollars(5))
  await wallet.verify()
})

test('nor in a range, however far behind', async () => {
  const { wallet, chain, proxy, view, member, address } = await scene()
  await chain.pay(address, 5n * UNIT)
  await chain.mine(40)
  hideLogs(proxy)
  await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'disagreement' })
  proxy.heal()
  await wallet.follow(view)
  expect(await wallet.receivedBy(member)).toBe(dollars(5))
  await wallet.verify()
})

test('what was hidden near the head, however thoroughly, is found when its block is final', async () => {
  const { wallet, chain, proxy, view, member, address } = await scene()
  await chain.pay(address, 5n * UNIT)
  hideLogs(proxy, { thoroughly: true })
  await wallet.follow(view)
  proxy.heal()
  await chain.mine(3)
  await wallet.follow(view)
  expect(await wallet.receivedBy(member)).toBe(dollars(5))
  await wallet.verify()
})

test('what was invented near the head is not credited when its block is final', async () => {
  const { wallet, chain, proxy, view, member, address } = await scene()
  await chain.pay(address, 5n * UNIT)
  const twice = changed((logs: Raw[]) => [
    ...logs,
    ...logs.map((log) => ({ ...log, logIndex: '0x9', data: `0x${(UNIT * 900n).toString(16).padStart(64, '0')}` })),
  ])
  proxy.fail('eth_getLogs', twice)
  await wallet.follow(view)
  const states = async () => (await wallet.owner.query('select state from deposit where block_number > 0')).rows
  expect(await states()).toHaveLength(2)
  proxy.heal()
  await chain.mine(3)
  await wallet.follow(view)
  expect([await wallet.receivedBy(member), await states()]).toEqual([dollars(5), [{ state: 'credited' }]])
  await wallet.verify()
})

test('two readings that differ are settled by the receipts, one by one where a provider has no other way', async () => {
  const { wallet, chain, proxy, view, member, address } = await scene()
  await chain.pay(address, 5n * UNIT)
  hideLogs(proxy, { thoroughly: true })
  await wallet.follow(view)
  proxy.heal()
  proxy.fail('eth_getBlockReceipts', refused('the method does not exist', -32601))
  // The receipts do not confirm what the second reading says.
  proxy.fail(
    'eth_getTransactionReceipt',
    changed((receipt: Raw | null) => receipt && { ...receipt, logs: [] }),
  )
  await chain.mine(3)
  await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'disagreement' })
  expect(await wallet.receivedBy(member)).toBe(0n)
  proxy.heal()
  await wallet.follow(view)
  expect(await wallet.receivedBy(member)).toBe(dollars(5))
})
