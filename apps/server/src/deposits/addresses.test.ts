import { describe, expect, test } from 'vitest'
import type { Hex } from '../chain/chain.ts'
import { UNIT } from '../testing/chain.ts'
import { depositContext, depositScene } from '../testing/deposit-scene.ts'
import { dollars } from '../testing/wallet.ts'
import { currentAddress } from './addresses.ts'

describe('an address', () => {
  test('is the same while it is valid and for concurrent requests, and belongs to one member', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const other = wallet.members[1]!
    const asked = await Promise.all(Array.from({ length: 10 }, () => wallet.addressOf(chain.chain, other)))
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).not.toBe(address)
    const again = await currentAddress(await depositContext(wallet, chain.chain), member)
    expect(again).toMatchObject({ wallet_address: address, expires_in: '59 minutes' })
    expect(chain.chain.depositAddress(again.parameters.index as Hex)).toBe(address)
  })

  test('that never received anything is renewed; one that did is followed by another', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const expire = () => wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
    await expire()
    expect(await currentAddress(await depositContext(wallet, chain.chain), member)).toMatchObject({
      wallet_address: address,
      expires_in: '59 minutes',
    })
    await chain.pay(address, UNIT)
    await wallet.follow(chain.chain)
    expect(await wallet.addressOf(chain.chain, member)).toBe(address)
    await expire()
    const next = await wallet.addressOf(chain.chain, member)
    expect(next).not.toBe(address)
    await expire()
    expect(await wallet.addressOf(chain.chain, member)).toBe(next)
  })
})

describe('late payments arrive', () => {
  test.each([
    ['before', '1 minute'],
    ['at', '0 minutes'],
    ['30 days after', '-30 days'],
  ])('%s expiry', async (_, left) => {
    const { wallet, chain, member, address } = await depositScene()
    await wallet.owner.query(`update deposit_address set expires_at = now() + $1::interval`, [left])
    await chain.pay(address, 7n * UNIT)
    await chain.mine(3)
    await wallet.follow(chain.chain)
    expect(await wallet.receivedBy(member)).toBe(dollars(7))
    await wallet.verify()
  })
})
