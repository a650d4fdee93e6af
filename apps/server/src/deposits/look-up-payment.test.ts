import { expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { UNIT } from '../testing/chain.ts'
import { depositScene } from '../testing/deposit-scene.ts'
import { signedIn } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { randomAddress } from '../testing/payouts.ts'
import { findPayment } from './look-up-payment.ts'

const NOBODY_KNOWS = `0x${'5'.repeat(64)}` as const

test('a transaction is what the chain says, and only payments to own addresses count', async () => {
  const { wallet, chain, member, address } = await depositScene()
  const other = wallet.members[1]!
  const lookUp = (transaction: `0x${string}`, asking = member) =>
    findPayment({ db: wallet.db, chain: chain.chain }, { member: asking, transaction })

  const paid = await chain.payTwice(address, 2n * UNIT, UNIT / 2n)
  expect(await lookUp(paid)).toEqual({ state: 'paid', amount: 2.5 })
  expect(await lookUp(paid, other)).toEqual({ state: 'other', amount: null })
  expect(await lookUp(await chain.pay(randomAddress(), UNIT))).toEqual({ state: 'other', amount: null })
  const anotherToken = await chain.deployToken('another')
  expect(await lookUp(await chain.pay(address, UNIT, { token: anotherToken }))).toEqual({
    state: 'other',
    amount: null,
  })
  expect(await lookUp(await chain.payCoin(address, UNIT))).toEqual({ state: 'other', amount: null })
  expect(await lookUp(await chain.payReverted(address, UNIT))).toEqual({ state: 'failed', amount: null })
  expect(await lookUp(NOBODY_KNOWS)).toEqual({ state: 'unknown', amount: null })
})

test('a chain that does not answer is said so, and proves nothing', async () => {
  const { wallet, chain, member } = await depositScene()
  const silent = chain.view(['http://127.0.0.1:9'])
  await expect(
    findPayment({ db: wallet.db, chain: silent }, { member, transaction: NOBODY_KNOWS }),
  ).rejects.toMatchObject({ code: 'busy' })
})

test('members learn chain and token, and may look payments up sixty times in ten minutes', async () => {
  const server = await startTestServer()
  const { visitor } = await signedIn(server)
  const { parameters } = (await visitor.post('/api/wallet/generate')).body.data
  const network = async () => (await visitor.get('/api/wallet/network')).body.data
  expect(await network()).toEqual({
    chain_id: parameters.chain_id,
    name: 'BSC',
    token: { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), symbol: 'USDT', decimals: 18 },
    add: null,
  })

  const lookUp = () => visitor.post('/api/wallet/payment', { transaction: NOBODY_KNOWS })
  expect((await lookUp()).body.data).toEqual({ state: 'unknown', amount: null })
  expect((await visitor.post('/api/wallet/payment', { transaction: '0x12' })).status).toBe(400)
  for (let count = 1; count < 60; count += 1) expect((await lookUp()).status).toBe(200)
  expect((await lookUp()).status).toBe(429)
})

test('a wallet is told a public endpoint only where the operator names one', async () => {
  const { chain } = readSettings({})
  expect(chain.walletRpcUrl).toBeUndefined()
  expect(() => readSettings({ CHAIN_WALLET_RPC_URL: 'http://rpc.example.org' })).toThrow(/CHAIN_WALLET_RPC_URL: a URL/)
  const server = await startTestServer({ chain: { ...chain, walletRpcUrl: 'https://rpc.example.org', coin: 'BNB' } })
  const { visitor } = await signedIn(server)
  expect((await visitor.get('/api/wallet/network')).body.data.add).toEqual({
    rpc_url: 'https://rpc.example.org',
    coin: 'BNB',
  })
})
