import { expect, test } from 'vitest'
import { indexOf, shareTestChain, startTestChain, UNIT } from '../testing/chain.ts'
import { CallReverts, type Address, type Hash } from './chain.ts'
import { adviceOf } from './advice.ts'
import { NONE_FORMER } from './open.ts'
import { RpcRefusal } from './rpc.ts'

const shared = await shareTestChain()
const somebody: Address = '0x1111111111111111111111111111111111111111'
const idOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`

test('transfers to anybody are read in order, by block and by range', async () => {
  const { chain, pay, payTwice } = await startTestChain()
  const from = (await chain.head()).number + 1n
  const address = chain.depositAddress(indexOf(0))
  const logged = address.toLowerCase()
  const first = await pay(address, 5n * UNIT)
  const second = await payTwice(somebody, 1n, 2n)
  const head = await chain.head()
  const expected = [
    { transaction: first, ordinal: 0, to: logged, value: 5n * UNIT },
    { transaction: second, ordinal: 0, to: somebody, value: 1n },
    { transaction: second, ordinal: 1, to: somebody, value: 2n },
  ]
  expect(await chain.transfers({ from, to: head.number })).toMatchObject(expected)
  expect(await chain.transfers({ blockHash: head.hash })).toMatchObject(expected.slice(1))
  expect(await chain.transfers({ blockHash: head.parentHash })).toMatchObject(expected.slice(0, 1))
})

test('a re-included transaction keeps its ordinals, and its old block is missing', async () => {
  const { chain, pay, payTwice, reorganise, mine } = await startTestChain()
  const twice = await payTwice(chain.depositAddress(indexOf(1)), 3n, 4n)
  const old = await chain.head()
  await pay(somebody, 1n)
  await mine(2)
  const before = await chain.head()
  await reorganise({ depth: 4, include: [twice], after: 2 })
  const head = await chain.head()
  expect(head.number).toBe(before.number + 1n)
  expect((await chain.block(before.number))?.hash).not.toBe(before.hash)
  await expect(chain.transfers({ blockHash: old.hash })).rejects.toMatchObject({ kind: 'missing' })
  const again = await chain.transfers({ from: old.number, to: head.number })
  expect(again).toMatchObject([
    { transaction: twice, ordinal: 0, value: 3n, block: { number: old.number + 2n } },
    { transaction: twice, ordinal: 1, value: 4n },
  ])
})

test.each([1, 2, 30, 300])(
  'a reorganisation of %i blocks leaves another chain that is one block longer',
  async (depth) => {
    const { chain, mine, reorganise } = await startTestChain()
    await mine(depth + 2)
    const before = await chain.head()
    const kept = await chain.block(before.number - BigInt(depth))
    const lost = await chain.block(before.number - BigInt(depth) + 1n)
    await reorganise({ depth })
    expect((await chain.head()).number).toBe(before.number + 1n)
    expect(await chain.block(kept!.number)).toEqual(kept)
    expect((await chain.block(lost!.number))!.hash).not.toBe(lost!.hash)
    expect((await chain.block(lost!.number))!.parentHash).toBe(kept!.hash)
  },
)

test('a block is final three blocks later, and no block exists beyond the head', async () => {
  const { chain } = shared
  const head = await chain.head()
  expect((await chain.finalized()).number).toBe(head.number - 3n)
  expect(await chain.block(head.number + 1n)).toBeUndefined()
})

test('other tokens, coins and logs that only look like transfers are distinguished', async () => {
  const { chain, deployToken, pay, payCoin, pretend, payReverted } = await startTestChain()
  const address = chain.depositAddress(indexOf(7))
  const to = address.toLowerCase()
  const lastBlock = async () => {
    const { hash } = await chain.head()
    return { ours: await chain.transfers({ blockHash: hash }), others: await chain.others(hash) }
  }
  const fake = await deployToken('another')
  await pay(address, 9n, { token: fake })
  expect(await lastBlock()).toMatchObject({ ours: [], others: [{ token: fake, to, value: 9n }] })
  const lying = await deployToken('lying')
  await pretend(lying, address, 10n)
  expect(await lastBlock()).toMatchObject({ ours: [], others: [{ token: lying, to, value: 10n }] })
  await payCoin(address, 11n)
  expect(await lastBlock()).toMatchObject({ ours: [], others: [{ token: null, to, value: 11n }] })
  const reverted = await payReverted(address, 12n)
  expect(await lastBlock()).toEqual({ ours: [], others: [] })
  expect(await chain.receipt(reverted)).toMatchObject({ isSuccess: false, transfers: [] })
})

test('a payout has the same bytes when signed twice, is paid once, and shows in its receipt', async () => {
  const { chain } = await startTestChain()
  const payout = { id: idOf(1), to: somebody, amount: 25n * UNIT }
  const call = chain.payCall(payout)
  const order = { call, nonce: await chain.nonceAt('latest'), gas: await chain.gasFor(call), fees: await chain.fees() }
  const signed = await chain.sign(order)
  expect(await chain.sign(order)).toEqual(signed)
  expect(await chain.sighting(signed.hash)).toBe('unknown')
  expect(await chain.receipt(signed.hash)).toBeUndefined()
  expect(await chain.broadcast(signed.raw)).toMatchObject({ outcome: 'sent' })
  expect(await chain.receipt(signed.hash)).toMatchObject({
    isSuccess: true,
    from: chain.signer,
    to: chain.vault,
    payouts: [payout],
    transfers: [{ from: chain.vault, to: somebody, value: payout.amount, ordinal: 0 }],
  })
  expect(await chain.sighting(signed.hash)).toBe('mined')
  expect(await chain.isPaid(payout.id)).toBe(true)
  expect(await chain.isPaid(idOf(2))).toBe(false)
  expect(await chain.nonceAt('latest')).toBe(order.nonce + 1)
  expect(await chain.nonceAt((await chain.head()).number - 1n)).toBe(order.nonce)
  expect(await chain.broadcast(signed.raw)).toMatchObject({ outcome: expect.stringMatching(/known|nonce_used/) })
  await expect(chain.gasFor(call)).rejects.toBeInstanceOf(CallReverts)
  expect(await chain.vaultState()).toMatchObject({ isPaused: false, signer: chain.signer })
})

test("the vault's limits and what it paid today are read; a vault from before there were limits has none", async () => {
  const { chain, facts, url, view } = await startTestChain({ limits: { perPayment: 50n, perDay: 70n } })
  expect(await chain.vaultLimits()).toEqual({ perPayment: 50n, perDay: 70n, day: 0n, paidThatDay: 0n })
  const call = chain.payCall({ id: idOf(9), to: somebody, amount: 50n })
  const order = { call, nonce: 0, gas: await chain.gasFor(call), fees: await chain.fees() }
  await chain.broadcast((await chain.sign(order)).raw)
  const day = BigInt(Math.floor((await chain.head()).time.getTime() / 86_400_000))
  expect(await chain.vaultLimits()).toMatchObject({ day, paidThatDay: 50n })
  await expect(chain.gasFor(chain.payCall({ id: idOf(10), to: somebody, amount: 21n }))).rejects.toBeInstanceOf(
    CallReverts,
  )
  // Any contract without these calls reverts as an older vault does.
  expect(await view([url], { vault: facts.token }).vaultLimits()).toBeNull()
})

test('what a former vault paid stays paid: its id is taken, and its log is found', async () => {
  const { chain, facts, url, view, deployVault } = await startTestChain()
  const payout = { id: idOf(1), to: somebody, amount: 5n }
  const call = chain.payCall(payout)
  const order = { call, nonce: 0, gas: await chain.gasFor(call), fees: await chain.fees() }
  const { hash, raw } = await chain.sign(order)
  await chain.broadcast(raw)
  const vault = await deployVault()
  const { number: to } = await chain.head()
  const renewed = view([url], { vault, former: { ...NONE_FORMER, vaults: [facts.vault] } })
  expect(await Promise.all([renewed.isPaid(payout.id), renewed.isPaid(idOf(2))])).toEqual([true, false])
  expect(await renewed.payment(payout.id, { from: 0n, to })).toBe(hash)
  expect((await renewed.receipt(hash))?.payouts).toEqual([payout])
  const paid = (await renewed.transfers({ from: 0n, to })).filter((transfer) => transfer.payout !== null)
  expect(paid).toMatchObject([{ transaction: hash, payout: payout.id }])
  expect(await view([url], { vault }).isPaid(payout.id)).toBe(false)
})

test('a waiting transaction is seen as pending, and only a higher fee replaces it', async () => {
  const { chain, hold, mine } = await startTestChain()
  hold(true)
  const call = chain.payCall({ id: idOf(3), to: somebody, amount: 1n })
  const gas = await chain.gasFor(call)
  const fees = await chain.fees()
  const slow = await chain.sign({ call, nonce: 0, gas, fees })
  await chain.broadcast(slow.raw)
  expect(await chain.sighting(slow.hash)).toBe('pending')
  const raised = await chain.fees(fees)
  expect(raised.maxFee * 8n).toBeGreaterThanOrEqual(fees.maxFee * 9n)
  expect(raised.priorityFee * 8n).toBeGreaterThanOrEqual(fees.priorityFee * 9n)
  const fast = await chain.sign({ call, nonce: 0, gas, fees: raised })
  expect(await chain.broadcast(fast.raw)).toMatchObject({ outcome: 'sent' })
  await mine()
  expect(await chain.receipt(fast.hash)).toMatchObject({ isSuccess: true })
  expect(await chain.receipt(slow.hash)).toBeUndefined()
})

test('a fee above the limit is never signed', async () => {
  const { chain } = shared
  const fees = { maxFee: 10n ** 12n, priorityFee: 1n }
  const call = chain.payCall({ id: idOf(9), to: somebody, amount: 1n })
  await expect(async () => chain.sign({ call, nonce: 0, gas: 100_000n, fees })).rejects.toMatchObject({ kind: 'fees' })
})

test('one transaction sweeps many deposits to the treasury, and leaves empty addresses alone', async () => {
  const { chain, pay, owner } = await startTestChain()
  const indices = [0n, 1n, 2n ** 256n - 1n].map(indexOf)
  const addresses = indices.map(chain.depositAddress)
  await pay(addresses[0]!, 5n)
  await pay(addresses[2]!, 7n)
  expect(await chain.balancesOf(addresses)).toEqual([5n, 0n, 7n])
  const { transaction } = await owner.send(chain.sweepCall(indices))
  expect(await chain.balancesOf(addresses)).toEqual([0n, 0n, 0n])
  expect(await chain.balanceOf(chain.treasury)).toBe(12n)
  expect((await chain.receipt(transaction))!.transfers).toMatchObject([
    { from: addresses[0], to: chain.treasury, value: 5n, ordinal: 0 },
    { from: addresses[2], to: chain.treasury, value: 7n, ordinal: 1 },
  ])
})

test('no deposit address has an index of another size', () => {
  const { depositAddress } = shared.chain
  for (const wrong of ['0x', '0x0', `0x${'0'.repeat(63)}`, `0x${'0'.repeat(65)}`, `0x${'F'.repeat(64)}`] as const)
    expect(() => depositAddress(wrong)).toThrow(RangeError)
})

test('the most informative of several providers’ answers counts', () => {
  const no = (message: string) => new RpcRefusal({ code: -32000, message })
  expect(adviceOf(['0x1', no('nonce too low')]).outcome).toBe('sent')
  expect(adviceOf([no('insufficient funds for gas'), no('already known')]).outcome).toBe('known')
  expect(adviceOf([no('replacement transaction underpriced'), no('nonce too low: next nonce 5')]).outcome).toBe(
    'nonce_used',
  )
  expect(adviceOf([new Error('time-out'), no('transaction underpriced')]).outcome).toBe('silent')
  expect(adviceOf([no('something new')]).outcome).toBe('refused')
})
