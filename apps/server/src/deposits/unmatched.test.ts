import { describe, expect, test } from 'vitest'
import { indexOf, UNIT } from '../testing/chain.ts'
import { depositScene, depositStates, type DepositScene } from '../testing/deposit-scene.ts'
import { dropped, startRpcProxy } from '../testing/rpc-proxy.ts'
import { dollars, type TestWallet } from '../testing/wallet.ts'

const unmatchedOf = async ({ owner }: TestWallet) =>
  (await owner.query<{ kind: string }>('select kind from unmatched_transfer order by id')).rows.map(({ kind }) => kind)

describe('only real money counts', () => {
  test.each<[string, string[], (scene: DepositScene) => Promise<unknown>]>([
    [
      'another token',
      ['other_token'],
      async ({ chain, address }) => chain.pay(address, 5n * UNIT, { token: await chain.deployToken('another') }),
    ],
    [
      'a token that takes a fee',
      ['other_token', 'other_token'],
      async ({ chain, address }) =>
        chain.pay(address, 5n * UNIT, { token: await chain.deployToken('fee on transfer') }),
    ],
    [
      'a log of a transfer that never happened',
      ['other_token'],
      async ({ chain, address }) => chain.pretend(await chain.deployToken('lying'), address, 5n * UNIT),
    ],
    ['nothing', ['zero'], ({ chain, address }) => chain.pay(address, 0n)],
    ['the native coin', ['native'], ({ chain, address }) => chain.payCoin(address, UNIT)],
    ['a transfer that was reverted', [], ({ chain, address }) => chain.payReverted(address, UNIT)],
    [
      'to an address that was never issued',
      [],
      ({ chain, member }) => chain.pay(chain.chain.depositAddress(indexOf(member * 65_536)), UNIT),
    ],
    ['straight to the vault', ['to_contract'], ({ chain }) => chain.pay(chain.chain.vault, UNIT)],
  ])('%s is not credited', async (_, unmatched, happen) => {
    const it = await depositScene()
    await happen(it)
    await it.chain.mine(3)
    await it.wallet.follow(it.chain.chain)
    expect(await it.wallet.receivedBy(it.member)).toBe(0n)
    expect(await depositStates(it.wallet)).toEqual([])
    expect((await unmatchedOf(it.wallet)).filter((kind) => unmatched.includes(kind)).length).toBeGreaterThanOrEqual(
      Math.min(1, unmatched.length),
    )
    await it.wallet.verify()
  })
})

test('unmatched transfers are recorded even after a long outage, and never delay a deposit', async () => {
  const { wallet, chain, member, address } = await depositScene()
  await chain.pay(address, 5n * UNIT, { token: await chain.deployToken('another') })
  await chain.payCoin(address, UNIT)
  await chain.pay(address, 3n * UNIT)
  await chain.mine(100)
  const proxy = await startRpcProxy(chain.url)
  // Whole blocks cannot be read; everything else can.
  proxy.fail('eth_getBlockByHash', async (call) => (call.params[1] === true ? dropped(call) : call.forward()))
  const view = chain.view([proxy.url])
  await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'unreachable' })
  const noted = async () => (await unmatchedOf(wallet)).filter((kind) => kind === 'other_token' || kind === 'native')
  expect([await wallet.receivedBy(member), await noted()]).toEqual([dollars(3), []])
  proxy.heal()
  await wallet.follow(view)
  expect(await noted()).toEqual(['other_token', 'native'])
  await wallet.verify()
})
