import { describe, expect, test } from 'vitest'
import { UNIT } from '../testing/chain.ts'
import { depositScene, depositStates } from '../testing/deposit-scene.ts'
import { dollars } from '../testing/wallet.ts'

const isLong = process.env['TREFOIL_LONG'] !== undefined

describe('reorganisations', () => {
  /** Finality is deeper than the reorganisation, so nothing final changes. */
  const deep = async (depth: number) => {
    const it = await depositScene({ finalityDepth: depth + 5 })
    const first = await it.chain.pay(it.address, 11n * UNIT)
    await it.chain.mine(depth - 1)
    await it.wallet.follow(it.chain.chain)
    expect(await depositStates(it.wallet)).toEqual(['seen'])
    const finish = async () => {
      await it.chain.mine(depth + 6)
      await it.wallet.follow(it.chain.chain)
      await it.wallet.verify()
    }
    return { ...it, first, finish }
  }

  test.each(isLong ? [1, 2, 3, 5, 17, 64, 150, 300] : [1, 64])(
    'of depth %i: a surviving deposit is credited once, in its new block',
    async (depth) => {
      const { chain, wallet, member, finish } = await deep(depth)
      await chain.reorganise({ depth, include: 'all', after: Math.min(2, depth) })
      await wallet.follow(chain.chain)
      expect(await wallet.receivedBy(member)).toBe(0n)
      await finish()
      expect([await depositStates(wallet), await wallet.receivedBy(member)]).toEqual([['credited'], dollars(11)])
      const { rows } = await wallet.owner.query(`select from activity where type = 'Deposit'`)
      expect(rows).toEqual([])
    },
  )

  test.each(isLong ? [1, 2, 17, 64, 150, 300] : [1, 17])(
    'of depth %i: a lost deposit disappears, with a note',
    async (depth) => {
      const { chain, wallet, member, finish } = await deep(depth)
      await chain.reorganise({ depth, include: 'none' })
      await finish()
      expect([await depositStates(wallet), await wallet.receivedBy(member)]).toEqual([[], 0n])
      const { rows } = await wallet.owner.query(`select account_id, description from activity where type = 'Deposit'`)
      expect(rows).toEqual([{ account_id: member, description: expect.stringContaining('$11.00000') as string }])
    },
  )

  test('a deposit that returns long after it was dropped is credited then', async () => {
    const { chain, wallet, member, first, finish } = await deep(3)
    await chain.reorganise({ depth: 3, include: [first], after: 3 })
    await wallet.follow(chain.chain)
    await finish()
    expect(await wallet.receivedBy(member)).toBe(dollars(11))
  })

  test('of final blocks stop everything, and credit nothing twice', async () => {
    const { chain, wallet, member, address } = await depositScene()
    await chain.pay(address, 5n * UNIT)
    await chain.mine(4)
    await wallet.follow(chain.chain)
    await chain.reorganise({ depth: 8, include: 'all' })
    await expect(wallet.follow(chain.chain)).rejects.toThrow('was final')
    expect(await wallet.receivedBy(member)).toBe(dollars(5))
  })
})
