import { expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { UNIT } from '../testing/chain.ts'
import { depositScene, type DepositScene } from '../testing/deposit-scene.ts'
import { dropped, startRpcProxy } from '../testing/rpc-proxy.ts'
import { lookUpPayment } from './look-up.ts'

const CONFIRMATIONS = 3

const lookUp = (scene: DepositScene, transaction: string, chain: Chain = scene.chain.chain, member = scene.member) =>
  lookUpPayment({ db: scene.wallet.db, chain, confirmations: CONFIRMATIONS }, member, transaction)

const NOTHING_MORE = { deposit: null, amount: null, confirmations: null }

test('a payment is followed from its first block to its credit', async () => {
  const scene = await depositScene()
  const { chain, wallet, address } = scene
  const transaction = await chain.pay(address, 5n * UNIT)
  // Not read by us yet: the chain says how far it is.
  expect(await lookUp(scene, transaction)).toEqual({
    outcome: 'confirming',
    deposit: null,
    amount: 5,
    confirmations: { seen: 1, needed: CONFIRMATIONS },
  })
  await chain.mine(1)
  await wallet.follow(chain.chain)
  const seen = await lookUp(scene, transaction)
  expect(seen).toMatchObject({ outcome: 'confirming', amount: 5, confirmations: { seen: 2, needed: CONFIRMATIONS } })
  await chain.mine(CONFIRMATIONS)
  await wallet.follow(chain.chain)
  expect(await lookUp(scene, transaction)).toEqual({ ...seen, outcome: 'credited', confirmations: null })
  // As other chains and people write it.
  expect(await lookUp(scene, transaction.slice(2).toUpperCase())).toMatchObject({ outcome: 'credited' })
})

test('another member learns nothing of it: not theirs, before and after it is credited', async () => {
  const scene = await depositScene()
  const { chain, wallet, address } = scene
  const stranger = wallet.members[1]!
  const transaction = await chain.pay(address, 5n * UNIT)
  const asStranger = () => lookUp(scene, transaction, chain.chain, stranger)
  expect(await asStranger()).toEqual({ outcome: 'not_yours', ...NOTHING_MORE })
  await chain.mine(CONFIRMATIONS)
  await wallet.follow(chain.chain)
  expect(await lookUp(scene, transaction)).toMatchObject({ outcome: 'credited' })
  expect(await asStranger()).toEqual({ outcome: 'not_yours', ...NOTHING_MORE })
  // The same as of an address that is nobody's.
  const toNobody = await chain.pay('0x00000000000000000000000000000000000000AA', 5n * UNIT)
  expect(await asStranger()).toEqual(await lookUp(scene, toNobody))
})

test.each<[string, (scene: DepositScene) => Promise<string>]>([
  ['dust', ({ chain, address }) => chain.pay(address, 1n)],
  ['failed', ({ chain, address }) => chain.payReverted(address, UNIT)],
  [
    'other_token',
    async ({ chain, address }) => chain.pay(address, UNIT, { token: await chain.deployToken('another') }),
  ],
  ['not_yours', ({ chain }) => chain.pay(chain.chain.vault, UNIT)],
  ['unknown', async () => `0x${'ab'.repeat(32)}`],
])('%s is told before and after our own reading has passed it', async (outcome, happen) => {
  const scene = await depositScene()
  const transaction = await happen(scene)
  expect(await lookUp(scene, transaction)).toEqual({ outcome, ...NOTHING_MORE })
  await scene.chain.mine(CONFIRMATIONS)
  await scene.wallet.follow(scene.chain.chain)
  expect(await lookUp(scene, transaction)).toEqual({ outcome, ...NOTHING_MORE })
})

test.each<[string, (scene: DepositScene) => Promise<string>]>([
  ['empty', ({ chain, address }) => chain.pay(address, 0n)],
  ['native_coin', ({ chain, address }) => chain.payCoin(address, UNIT)],
])('%s is told once it was found at an address of theirs', async (outcome, happen) => {
  const scene = await depositScene()
  const transaction = await happen(scene)
  await scene.chain.mine(CONFIRMATIONS)
  await scene.wallet.follow(scene.chain.chain)
  expect(await lookUp(scene, transaction)).toMatchObject({ outcome })
  expect(await lookUp(scene, transaction, scene.chain.chain, scene.wallet.members[1])).not.toMatchObject({ outcome })
})

test('what we have read past and not booked is never said to be on its way', async () => {
  const scene = await depositScene()
  const { chain, wallet, address } = scene
  const transaction = await chain.pay(address, 5n * UNIT)
  await chain.mine(CONFIRMATIONS)
  // As if it had been missed.
  await wallet.owner.query(
    `update scan set scanned = scanned + 100, final = final + 100, scanned_hash = 'x', final_hash = 'x'`,
  )
  expect(await lookUp(scene, transaction)).toMatchObject({ outcome: 'overlooked', amount: 5 })
})

test('while the providers are away, it says so; what is in the books is told all the same', async () => {
  const scene = await depositScene()
  const { chain, wallet, address } = scene
  const credited = await chain.pay(address, 5n * UNIT)
  await chain.mine(CONFIRMATIONS)
  await wallet.follow(chain.chain)
  const proxy = await startRpcProxy(chain.url)
  const away = chain.view([proxy.url], { timeoutMs: 300 })
  proxy.fail('eth_getTransactionReceipt', dropped)
  expect(await lookUp(scene, `0x${'cd'.repeat(32)}`, away)).toEqual({ outcome: 'unavailable', ...NOTHING_MORE })
  expect(await lookUp(scene, credited, away)).toMatchObject({ outcome: 'credited' })
})
