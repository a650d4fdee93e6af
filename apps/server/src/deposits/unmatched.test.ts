import { describe, expect, test } from 'vitest'
import { verifyInvariants } from '../ledger/verify.ts'
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

test('what a former member is sent is nobody’s, and stays in the reserves', async () => {
  const { wallet, chain, member, address } = await depositScene({ finalityDepth: 3 })
  const arrived = async () => BigInt((await wallet.owner.query('select arrived::text from scan')).rows[0].arrived)
  const before = await arrived()
  await chain.pay(address, 3n * UNIT)
  await wallet.follow(chain.chain)
  expect(await depositStates(wallet)).toEqual(['seen'])
  // As erasure leaves them.
  await wallet.owner.query(
    `update member_balance set impact = 0, returnable = 0, available = 0, closed = true where member_id = $1`,
    [member],
  )
  await chain.mine(5)
  await wallet.follow(chain.chain)
  expect(await depositStates(wallet)).toEqual([])
  expect(await unmatchedOf(wallet)).toEqual(['former_member'])
  const { rows } = await wallet.owner.query('select value::text, member_id from unmatched_transfer')
  expect(rows).toEqual([{ value: String(3n * UNIT), member_id: member }])
  expect(await arrived()).toBe(before + 3n * UNIT)
  await chain.mine(5)
  await wallet.follow(chain.chain)
  expect(await unmatchedOf(wallet)).toHaveLength(1)
  // The accounts were emptied by hand, which is all that is wrong.
  const verdicts = await verifyInvariants(wallet.db)
  expect(verdicts.find(({ name }) => name.startsWith('what is at deposit addresses'))).toMatchObject({ violations: 0 })
})
